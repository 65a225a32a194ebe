import { Problem, type FieldError } from '@host/plugin'
import { isDisplayName, type NewUser } from '@host/plugin/platform'
import { normalizeEmail } from './email.ts'
import { complaintAbout } from './password-rules.ts'

/** A requested account, checked and in its stored form. */
export interface AccountDraft {
  readonly email: string
  readonly name: string
  readonly password: string
}

/** Why no second account is made for an email address. */
export const addressTaken = { en: 'This email address already has an account.', zh: '此邮箱地址已有账户。' } as const

/** Checks the input for an account. @throws Problem `invalid_input` naming every wrong field */
export function draftAccount({ email, name, password, language = 'en' }: NewUser): AccountDraft {
  const normalized = normalizeEmail(email)
  const draft = { email: normalized ?? '', name: name.trim(), password }
  const errors: FieldError[] = []
  if (!isName(draft.name)) {
    errors.push({ path: 'name', message: complaints.name[language] })
  }
  if (normalized === undefined) errors.push({ path: 'email', message: complaints.email[language] })
  const complaint = complaintAbout(password, draft.email, language)
  if (complaint !== undefined) errors.push({ path: 'password', message: complaint })
  if (errors.length > 0) throw new Problem('invalid_input', { errors })
  return draft
}

/** Whether a text is a valid name: on one line, and visible. */
export function isName(name: string): boolean {
  return [...name].length <= 100 && isDisplayName(name)
}

/** Problems of a field, in each language. */
export const complaints = {
  name: {
    en: 'Use 1 to 100 visible characters on one line, without formatting characters.',
    zh: '请使用 1 至 100 个可见字符，不含换行和格式控制字符。',
  },
  email: { en: 'Enter a valid email, like ada@example.com.', zh: '请填写邮箱地址，例如 ada@example.com。' },
} as const
