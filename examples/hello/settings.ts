import { createHmac } from 'node:crypto'
import { defineSettings, Problem } from '@host/plugin'
import * as z from 'zod/mini'

/** Workspace settings, for admins. The key is stored encrypted and never sent back. */
export const rules = defineSettings({
  id: 'hello-rules',
  title: 'Rules of greetings',
  icon: 'book-text',
  schema: z.strictObject({
    longest: z._default(z.int().check(z.gte(10), z.lte(200)), 200),
    unwanted: z._default(
      z.array(z.string().check(z.trim(), z.minLength(2), z.maxLength(40))).check(z.maxLength(20)),
      [],
    ),
    waveKey: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  secrets: ['waveKey'],
  toJSONSchema: z.toJSONSchema,
})

/** Instance settings, for instance admins. */
export const pause = defineSettings({
  id: 'hello-pause',
  title: 'Pause of greetings',
  icon: 'pause',
  schema: z.strictObject({
    isPaused: z._default(z.boolean(), false),
    reason: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  }),
  toJSONSchema: z.toJSONSchema,
})

/** Personal settings. */
export const style = defineSettings({
  id: 'hello-style',
  title: 'My greetings',
  icon: 'party-popper',
  schema: z.strictObject({ closing: z._default(z.enum(['none', 'wave', 'sun']), 'none') }),
  toJSONSchema: z.toJSONSchema,
})

/** The words of all of them, in both languages. */
export const settingsTexts = {
  en: {
    'settings.hello-rules': 'Rules of greetings',
    'settings.hello-rules.longest': 'Longest greeting',
    'settings.hello-rules.longest.hint': 'In characters, from 10 to 200.',
    'settings.hello-rules.unwanted': 'Unwanted words',
    'settings.hello-rules.unwanted.hint': 'A greeting with one of them is refused.',
    'settings.hello-rules.waveKey': 'Key of waves',
    'settings.hello-rules.waveKey.hint': 'Signs every wave, so that its recipient can verify the sender.',
    'settings.hello-pause': 'Pause of greetings',
    'settings.hello-pause.isPaused': 'Paused',
    'settings.hello-pause.isPaused.hint': 'Existing greetings stay.',
    'settings.hello-pause.reason': 'Reason',
    'settings.hello-pause.reason.hint': 'Shown to members who try to write one meanwhile.',
    'settings.hello-style': 'My greetings',
    'settings.hello-style.closing': 'Ends with',
    'settings.hello-style.closing.options.none': 'Nothing',
    'settings.hello-style.closing.options.wave': 'A wave',
    'settings.hello-style.closing.options.sun': 'A sun',
  },
  zh: {
    'settings.hello-rules': '问候规则',
    'settings.hello-rules.longest': '问候的最大长度',
    'settings.hello-rules.longest.hint': '以字符计，10 至 200。',
    'settings.hello-rules.unwanted': '禁用词',
    'settings.hello-rules.unwanted.hint': '包含这些词的问候会被拒绝。',
    'settings.hello-rules.waveKey': '挥手的密钥',
    'settings.hello-rules.waveKey.hint': '用于为每次挥手签名，以便接收方确认来源。',
    'settings.hello-pause': '暂停问候',
    'settings.hello-pause.isPaused': '暂停',
    'settings.hello-pause.isPaused.hint': '已有的问候会保留。',
    'settings.hello-pause.reason': '原因',
    'settings.hello-pause.reason.hint': '暂停期间向想写问候的人显示。',
    'settings.hello-style': '我的问候',
    'settings.hello-style.closing': '结尾',
    'settings.hello-style.closing.options.none': '无',
    'settings.hello-style.closing.options.wave': '挥手',
    'settings.hello-style.closing.options.sun': '太阳',
  },
} as const

const closings = { none: '', wave: ' 👋', sun: ' ☀️' } as const

/** A greeting as its workspace, its author and the instance want it. @throws Problem where one of them does not */
export function settledText(text: string, { longest, unwanted, isPaused, reason, closing }: GreetingSettings): string {
  if (isPaused) {
    throw new Problem('service_unavailable', { detail: reason === '' ? paused : { en: reason, zh: reason } })
  }
  const isUnwanted = unwanted.some((word) => text.toLowerCase().includes(word.toLowerCase()))
  if (text.length > longest) {
    throw new Problem('invalid_input', { errors: [{ path: 'text', message: tooLong(longest) }] })
  }
  if (isUnwanted) throw new Problem('invalid_input', { errors: [{ path: 'text', message: notHere }] })
  return text + closings[closing]
}

/** The signature of a wave; null where the workspace has no key. */
export function signatureOf(userId: string, key: string): string | null {
  return key === '' ? null : createHmac('sha256', key).update(userId).digest('hex')
}

interface GreetingSettings {
  readonly longest: number
  readonly unwanted: readonly string[]
  readonly isPaused: boolean
  readonly reason: string
  readonly closing: keyof typeof closings
}

const paused = { en: 'Greetings are paused.', zh: '问候已暂停。' }
const notHere = { en: 'This workspace does not want one of these words.', zh: '其中有此工作区禁用的词。' }
const tooLong = (longest: number) => ({
  en: `Write at most ${longest} characters.`,
  zh: `请最多输入 ${longest} 个字符。`,
})
