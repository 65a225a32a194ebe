import type { Language } from '@host/plugin'
import { commonPasswords } from './common-passwords.ts'
import { localPartOf } from './email.ts'

const shortest = 10
const longest = 128

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
] as const

/** Problems of a password, in each language. */
const complaints = {
  length: {
    en: `Use ${shortest} to ${longest} characters.`,
    zh: `请使用 ${shortest} 至 ${longest} 个字符。`,
  },
  common: {
    en: 'This password is too common. Try a few unrelated words.',
    zh: '这是最容易被猜到的密码之一。请换一个，例如几个互不相关的词。',
  },
  personal: {
    en: "Choose a password that doesn't contain your email address.",
    zh: '密码包含邮箱地址的前半部分。请换一个。',
  },
} as const satisfies Record<string, Record<Language, string>>

/** Why a password can't be taken, as a sentence; undefined when it can. Spaces and every script are welcome. */
export function complaintAbout(password: string, email: string, language: Language = 'en'): string | undefined {
  const length = [...password].length
  if (length < shortest || length > longest) return complaints.length[language]
  const lower = password.normalize('NFKC').toLowerCase()
  if (isCommon(lower)) return complaints.common[language]
  const local = localPartOf(email).normalize('NFKC').toLowerCase()
  return local.length > 2 && lower.includes(local) ? complaints.personal[language] : undefined
}

function isCommon(lower: string): boolean {
  return isRepetition(lower) || isRun(lower) || coresOf(lower).some((core) => commonPasswords.has(core))
}

/** The word inside a password, once the digits and signs around it and within it are undone. */
function coresOf(lower: string): readonly string[] {
  // bounded: at most as many characters as a password has.
  const trimmed = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [lower, trimmed, trimmed.replaceAll(/[\s._-]/g, ''), spellOut(trimmed)]
}

function spellOut(text: string): string {
  const emails: Readonly<Record<string, string>> = {
    0: 'o',
    1: 'i',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  return text.replaceAll(/[013457@$!]/g, (sign) => emails[sign] ?? sign)
}

/** One to four characters over and over. */
function isRepetition(text: string): boolean {
  // bounded: at most as many characters as a password has, and four widths of a part.
  return /^(?<part>.{1,4}?)\k<part>+.{0,3}$/su.test(text) && new Set(text).size <= 4
}

/** Neighbours in the alphabet, among the digits or on the keyboard, in either direction. */
function isRun(text: string): boolean {
  return runs.some((run) => run.includes(text) || [...run].toReversed().join('').includes(text))
}
