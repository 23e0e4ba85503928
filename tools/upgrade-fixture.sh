#!/usr/bin/env bash
# Writes what a release leaves in its data directory, for the test of upgrades: tools/upgrade-fixture.sh path/to/engram OUT.tar.gz
set -euo pipefail
binary=$(realpath "$1") out=$(realpath "$2")
work=$(mktemp -d)
site=$work/site
mkdir -p "$site"
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT

cp "$(dirname "$0")/../internal/app/testdata/picture.png" "$site/picture.png"
cat >"$site/quay.html" <<'PAGE'
<title>The old quay</title><meta property="og:image" content="/picture.png"><article><p>The quay was built by Danish masons in 1787.</p></article>
PAGE
python3 -m http.server --bind 127.0.0.1 --directory "$site" 18471 >/dev/null 2>&1 &
ENGRAM_DATA_DIR=$work/data ENGRAM_ADDR=127.0.0.1:18472 ENGRAM_FETCH_ALLOW=127.0.0.0/8 "$binary" serve 2>"$work/log" &
server=$!
url=http://127.0.0.1:18472
until curl -sf "$url/readyz" >/dev/null; do sleep .2; done

call() { curl -sf -X "$1" "$url$2" -H "authorization: ${token:-}" -H 'content-type: application/json' ${3:+-d "$3"}; }
field() { python3 -c 'import json,sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
token=$(call POST /api/v1/signup '{"username":"Ada","password":"Correct1!horse"}' | field token)
call POST /api/v1/content '{"type":"note","description":"The landlord returns the deposit within thirty days."}' >/dev/null
call POST /api/v1/content '{"type":"link","link":"http://127.0.0.1:18471/quay.html"}' >/dev/null
python3 - "$work/lease.pdf" <<'PDF'
import sys
text = b"BT /F1 18 Tf 72 700 Td (The notice period is three months.) Tj ET"
parts = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
         b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
         b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text)]
out, offsets = b"%PDF-1.4\n", []
for number, part in enumerate(parts, 1):
    offsets.append(len(out))
    out += b"%d 0 obj\n%s\nendobj\n" % (number, part)
xref = len(out)
out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % o for o in offsets)
out += b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % xref
open(sys.argv[1], "wb").write(out)
PDF
link=$(curl -sf "$url/api/upload/pdfUploader" -H "authorization: $token" -F "file=@$work/lease.pdf;type=application/pdf" | field url)
call POST /api/v1/content "{\"type\":\"document\",\"link\":\"$link\"}" >/dev/null
until ! call GET /api/v1/content | grep -q '"status":"pending"'; do sleep .5; done
call POST /api/v1/vector-search '{"query":"When is the deposit returned?","type":"all-memories"}' >/dev/null
sleep 5 # so that the encoder has read all
kill -TERM $server
wait $server || { cat "$work/log"; exit 1; }
rm -rf "$work/data/cache/pdfium" "$work/data/engram.reserve"
tar --create --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner data | gzip -9n >"$out"
