# Engram in an image of its own: one static binary, no shell, no root. Build it with
#   docker build -t engram .
FROM node:24-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web/ ./
COPY api/ /src/api/
RUN npm run build

FROM golang:1.26 AS build
WORKDIR /src
ENV CGO_ENABLED=0 GOFLAGS=-trimpath
COPY go.mod go.sum ./
COPY tools/thirdparty/htmldate/ tools/thirdparty/htmldate/
RUN go mod download
COPY . .
COPY --from=web /src/internal/webui/dist/ internal/webui/dist/
ARG VERSION=
RUN go build -ldflags "-s -w -X engram/internal/version.release=$VERSION" -o /out/engram ./cmd/engram
# Any uid may run it: what it writes into these two is its own alone.
RUN install -d -m 0777 /out/data && install -d -m 1777 /out/tmp && \
	install -D -m 644 -t /out/etc/ssl/certs /etc/ssl/certs/ca-certificates.crt && \
	install -D -m 644 -t /out/licences LICENSE NOTICE THIRD_PARTY.md

FROM scratch
COPY --from=build /out/ /
ENV ENGRAM_MODE=personal ENGRAM_ADDR=:8080 ENGRAM_DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["/engram", "healthcheck"]
ENTRYPOINT ["/engram"]
CMD ["serve"]
