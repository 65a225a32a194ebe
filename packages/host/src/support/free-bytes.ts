/** Small bytes share a buffer of at most this length with others. */
const shared = 128 * 1024

/**
 * Gives the memory of bytes back at once. Otherwise it stays until garbage is collected, which V8 puts off until there is
 * far more of it than a backup may take. The bytes, and all others on their buffer, can't be used any more.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > shared) buffer.transfer(0)
}
