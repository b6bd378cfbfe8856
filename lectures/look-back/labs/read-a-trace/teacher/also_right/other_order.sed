# The answers in another order.
/^aggregate/{h;d}; $G
