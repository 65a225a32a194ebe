/** Licences that everything we install must carry. */
export const allowedLicences: readonly string[] = [
  'MIT',
  'MIT-0',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]

/** Fonts and data under another licence, each by name with the reason why it may stay. */
export const exceptions: Readonly<Record<string, string>> = {
  'uap-core': 'Its package names no licence. The file LICENSE in it is that of Apache-2.0.',
}
