# The image that job files name: docker build -t twheader:0.2.0 .
FROM swift:6.2-bookworm AS build
WORKDIR /src
COPY . .
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends \
      pkg-config libpng-dev libgif-dev libjpeg62-turbo-dev libwebp-dev libpango1.0-dev \
      libfontconfig-dev fonts-inter fonts-dejavu-core fonts-wqy-microhei fonts-noto-color-emoji
RUN scripts/package /dist

FROM debian:bookworm-slim
COPY --from=build /dist/*.deb /tmp/twheader.deb
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends \
      /tmp/twheader.deb fonts-inter fonts-dejavu-core fonts-wqy-microhei fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/* /tmp/twheader.deb
WORKDIR /work
ENTRYPOINT ["twheader"]
