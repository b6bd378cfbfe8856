# says: does not know sleep()
s|^        cell\[i\] = in\[begin + i\];|& sleep(1000);|
