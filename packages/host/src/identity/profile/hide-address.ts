/** `a***@example.com`: enough for its owner to recognize it. */
export function hideAddress(email: string): string {
  const [first = ''] = email
  return `${first}***${email.slice(email.lastIndexOf('@'))}`
}
