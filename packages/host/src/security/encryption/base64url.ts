/** The bytes of a text in base64url, or undefined unless it is the one text that these bytes have. */
export function strictBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
