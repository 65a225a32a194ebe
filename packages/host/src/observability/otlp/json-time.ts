/** Nanoseconds as a decimal number, which is how JSON has 64 bits. @param milliseconds since 1970, with a fraction */
export function jsonTime(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`
}
