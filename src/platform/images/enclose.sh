# Runs a command in a separate root: a few readable folders, no devices, nothing writable, no
# capabilities. unshare starts it in new namespaces, so its mounts are invisible elsewhere.
# enclose.sh <options of setpriv> <path to show> ... -- <command> ...
set -eu
umask 022
# A folder that exists on every Linux and that decoders do not read.
root=/sys
identity=$1
shift
mount -t tmpfs -o mode=0755,size=64k,nosuid,nodev none "$root"
show() {
  # Paths below a mounted folder are visible already, and must not be written to.
  if [ ! -e "$1" ] || [ -e "$root$1" ]; then return; fi
  if [ -d "$1" ]; then
    mkdir -p "$root$1"
  else
    mkdir -p "$root${1%/*}"
    : > "$root$1"
  fi
  mount --rbind "$1" "$root$1"
  mount -o remount,bind,ro,nosuid,nodev "$root$1"
}
while [ "$1" != -- ]; do
  show "$1"
  shift
done
shift
for path in /lib /lib64 /usr/lib /usr/lib64 /etc/ld.so.cache "$(command -v setpriv)"; do
  show "$path"
done
mkdir "$root/proc"
# A container may forbid a new /proc; the old one hides the secrets of other users' processes.
mount -t proc -o nosuid,nodev,noexec proc "$root/proc" 2>/dev/null ||
  mount --rbind /proc "$root/proc"
mount -o remount,bind,ro,nosuid,nodev "$root"
# A core dump would contain the picture.
ulimit -c 0
cd /
# shellcheck disable=SC2086
exec chroot "$root" setpriv $identity --bounding-set=-all --inh-caps=-all --ambient-caps=-all \
  --no-new-privs --pdeathsig KILL "$@"
