import type { Language } from '@host/plugin/wire'

/** Normalizes a typed color to `#rrggbb`: short notation and a missing `#` are accepted; undefined for anything else. */
export function readColor(typed: string): string | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(typed.normalize('NFKC').trim().toLowerCase()) ?? []
  if (digits === '') return undefined
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

/** Error message for the value of a color field; undefined for a color and for an empty value. */
export function colorProblem(value: string): Readonly<Record<Language, string>> | undefined {
  if (value === '' || /^#[0-9a-f]{6}$/i.test(value)) return undefined
  return { en: 'Enter # and six hex digits.', zh: '请填写 # 和六位十六进制数字。' }
}
