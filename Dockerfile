# scanlab on Debian 12, by the commands of README.md.
#
#     docker build -t scanlab .
#     docker run -it --rm scanlab                 a shell; ./scanlab is built
#     docker run --rm scanlab make demo
#     docker run -it --rm --gpus all scanlab      with NVIDIA's container toolkit
#
# The stage `tools` has all packages and no sources: .devcontainer uses it.
FROM debian:12 AS tools
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git make
WORKDIR /scanlab
COPY Makefile ./
COPY tests/deps.sh tests/
RUN make deps

FROM tools
COPY . .
RUN make -j2 all
CMD ["bash"]
