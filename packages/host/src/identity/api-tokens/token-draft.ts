import { Problem, type FieldProblem, type NewApiToken } from '@host/plugin'
import { isDisplayName } from '@host/plugin/platform'
import { parseRange } from '../../http/address-ranges.ts'
import type { ScopeFacts } from './api-scopes.ts'
import type { TokenDraft } from './token-changes.ts'

/** Bounds of a token's properties; the lifetime in days. */
export const tokenLimits = Object.freeze({
  name: 100,
  addresses: 20,
  shortest: 7,
  usual: 90,
  longest: 365,
  overlapHours: 168,
})

/** A token as it was asked for, checked. @throws Problem `invalid_input` naming every wrong field */
export function checkToken(given: NewApiToken, known: readonly ScopeFacts[]): TokenDraft {
  const names = new Set(known.map(({ name }) => name))
  const scopes = given.scopes ?? known.filter(({ isReading }) => isReading).map(({ name }) => name)
  const ranges = (given.addresses ?? []).map((text) => parseRange(text.trim()))
  const { expiresInDays = tokenLimits.usual } = given
  const errors: FieldProblem[] = [
    ...(isName(given.name) ? [] : [nameError]),
    ...(scopes.length === 0 ? [noScope] : []),
    ...scopes.flatMap((scope, at) => (names.has(scope) ? [] : [unknownScope(at)])),
    ...(isLifetime(expiresInDays) ? [] : [lifetimeError]),
    ...(ranges.length > tokenLimits.addresses ? [tooManyAddresses] : []),
    ...ranges.flatMap((range, at) => (range === undefined ? [addressError(at)] : [])),
  ]
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return {
    name: given.name.trim(),
    scopes: [...new Set(scopes)].toSorted(),
    role: given.role,
    expiresInDays,
    addresses: [...new Set(ranges.flatMap((range) => range?.text ?? []))],
  }
}

/** Whether a token can be called this. */
export function isName(name: string): boolean {
  return name.length <= tokenLimits.name && isDisplayName(name.trim())
}

/** @throws Problem `invalid_input` */
export function requireName(name: string): string {
  if (!isName(name)) throw new Problem('invalid_input', { errors: [nameError] })
  return name.trim()
}

/** The overlap of a rotation in milliseconds. @throws Problem `invalid_input` */
export function overlapOf(hours: number): number {
  if (Number.isInteger(hours) && hours >= 0 && hours <= tokenLimits.overlapHours) return hours * 3_600_000
  throw new Problem('invalid_input', {
    errors: [{ path: 'overlapHours', message: { en: 'Use 0 to 168 hours.', zh: '请填写 0 至 168 小时。' } }],
  })
}

function isLifetime(days: number | null): boolean {
  return days === null || (Number.isInteger(days) && days >= tokenLimits.shortest && days <= tokenLimits.longest)
}

const nameError: FieldProblem = {
  path: 'name',
  message: { en: 'Use 1 to 100 characters.', zh: '请使用 1 至 100 个字符。' },
}
const noScope: FieldProblem = {
  path: 'scopes',
  message: { en: 'Select at least one permission.', zh: '请选择令牌的权限范围。' },
}
const lifetimeError: FieldProblem = {
  path: 'expiresInDays',
  message: { en: 'Enter 7 to 365 days, or leave it empty.', zh: '请填写 7 至 365 天，或不设期限。' },
}
const tooManyAddresses: FieldProblem = {
  path: 'addresses',
  message: { en: 'Enter at most 20 addresses or ranges.', zh: '最多填写 20 个地址或网段。' },
}

function unknownScope(at: number): FieldProblem {
  return { path: `scopes.${at}`, message: { en: 'Unknown scope.', zh: '此处没有该权限范围。' } }
}

function addressError(at: number): FieldProblem {
  return {
    path: `addresses.${at}`,
    message: {
      en: 'Enter an address like 192.0.2.7 or a range like 2001:db8::/32.',
      zh: '请填写地址（如 192.0.2.7）或网段（如 2001:db8::/32）。',
    },
  }
}
