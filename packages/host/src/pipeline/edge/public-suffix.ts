/**
 * Whether names are registered directly below a name, by anyone: `com`, `co.uk`, `github.io`. The list takes 15 ms to
 * load, so it is loaded with the first proof.
 */
export async function isPublicSuffix(name: string): Promise<boolean> {
  const { getPublicSuffix } = await import('tldts')
  return getPublicSuffix(name, { allowPrivateDomains: true, extractHostname: false }) === name
}
