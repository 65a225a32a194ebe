/** Which blob: the name that a plugin gave it, in a workspace. */
export interface BlobName {
  readonly orgId: string
  readonly plugin: string
  readonly name: string
}

const longest = 300
const form = /^[A-Za-z0-9._/-]+$/

/** @throws TypeError for an invalid key */
export function requireKey(key: string): void {
  const isFit = typeof key === 'string' && key.length <= longest && form.test(key)
  if (isFit && key.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')) return
  throw new TypeError(
    `A blob key must be 1 to ${longest} characters of A-Z, a-z, 0-9, ".", "_", "-", and "/", without a segment that is empty, ".", or "..".`,
  )
}

/** @throws TypeError for an invalid prefix */
export function requirePrefix(prefix: string): void {
  if (prefix === '' || (typeof prefix === 'string' && prefix.length <= longest && form.test(prefix))) return
  throw new TypeError('A key prefix must be at most 300 characters and only use the characters of keys.')
}
