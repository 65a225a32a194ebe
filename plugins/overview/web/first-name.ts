/** Scripts in which a name has its family name first and is addressed as a whole. */
const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The name by which a user is greeted. */
export function firstName(name: string): string {
  const whole = name.trim()
  return eastAsian.test(whole) ? whole : (whole.split(/\s+/u)[0] ?? whole)
}
