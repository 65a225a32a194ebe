/** The private key in a text, such as a key file with its comments; undefined without one. */
export function keyIn(text: string): string | undefined {
  return /hostkey1_[\w-]{43}/.exec(text)?.[0]
}
