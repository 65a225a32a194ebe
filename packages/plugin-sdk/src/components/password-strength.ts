/** 0 is too short to be taken, 4 is strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4

const shortestPassword = 10

const wellKnown = /pass(?:word|wort)|qwert|azerty|letmein|welcome|admin|12345|abcde|iloveyou/i

/**
 * Estimates password strength as a hint while typing; only the server decides whether a password is accepted. Length
 * counts most, because it makes guessing expensive. A Chinese character counts twice; repeated characters and
 * well-known words lower the result.
 * @example const isTooShort = passwordStrength(password) === 0
 * @since 1.0.0
 */
export function passwordStrength(password: string): PasswordStrength {
  const characters = Array.from(password)
  if (characters.length < shortestPassword) return 0
  const different = new Set(password.toLowerCase()).size
  if (different < 6 || wellKnown.test(password)) return 1
  const length = characters.length + characters.filter((one) => /\p{Script=Han}/u.test(one)).length
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const points = Number(different >= 8) + Number(length >= 14) + Number(length >= 20 || kinds >= 3)
  return (1 + points) as PasswordStrength
}
