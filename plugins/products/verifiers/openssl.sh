#!/bin/sh
# Verifies a license key offline, with OpenSSL 3: openssl.sh LICENSE JWKS-FILE PRODUCT [SECONDS-SINCE-1970]
# Prints valid, expired, wrong_product or unknown; its status is 0 for a valid license only.
set -u
export LC_ALL=C
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

answer() { echo "$1" && [ "$1" = valid ]; exit; }
decode() { tr '_-' '/+' | awk '{ while (length($0) % 4) $0 = $0 "="; print }' | openssl base64 -d -A; }
field() { printf %s "$license" | sed -n "s/.*\"$1\":\"*\([a-z0-9_]*\).*/\1/p"; }

case $1 in *[!A-Za-z0-9_.-]*) answer unknown ;; esac
printf '%s\n' "$1" | grep -Eqx 'HK1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{85}[AQgw]' || answer unknown
part=${1#HK1.} part=${part%.*}
license=$(printf '%s\n' "$part" | decode | tr -d '\000' | sed 's/"limits":{[^}]*}//')
x=$(tr -d ' \n' <"$2" | tr '{}' '\n\n' | grep "\"kid\":\"$(field key)\"" | sed -n 's/.*"x":"\([^"]*\)".*/\1/p')

printf %s "$part" >"$folder/part"
printf '%s\n' "${1##*.}" | decode >"$folder/signature"
# An Ed25519 key in DER is this prefix and its 32 bytes.
{ printf '0*0\005\006\003+ep\003!\000' && printf '%s\n' "$x" | decode; } >"$folder/public.der"
openssl pkeyutl -verify -pubin -keyform DER -inkey "$folder/public.der" -rawin \
  -in "$folder/part" -sigfile "$folder/signature" >/dev/null 2>&1 || answer unknown
[ "$(field product)" = "$3" ] || answer wrong_product
[ "$(field expires)" = null ] || [ "$(field expires)" -gt "${4:-$(date +%s)}" ] || answer expired
answer valid
