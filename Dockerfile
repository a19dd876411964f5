# The image that job files use: docker build -t twheader:0.8.0 .
#
# Commands include the program, as in job files:
# docker run --rm -v "$PWD:/work" twheader:0.8.0 twheader render
FROM swift:6.2-bookworm AS build
WORKDIR /src
COPY scripts/setup scripts/fonts scripts/fonts.txt scripts/
RUN scripts/setup --build
COPY . .
RUN scripts/release/package /dist

FROM debian:bookworm-slim
COPY --from=build /dist/*.deb /tmp/twheader.deb
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends \
      /tmp/twheader.deb fonts-dejavu-core fonts-wqy-microhei fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/* /tmp/twheader.deb
WORKDIR /work
CMD ["twheader", "--help"]
