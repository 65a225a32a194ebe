/**
 * Passwords of links. The form answers 200, because 401 requires an HTTP challenge. A wrong password answers 403, too many
 * answer 429. Every visit is asked again, without a cookie.
 */
import type { Language } from '@host/plugin'
import type { EdgeScope } from '@host/plugin/platform'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { sideLinks } from '../pages/link-pages.ts'
import { isSentByOtherSite, readForm } from '../pages/read-form.ts'
import { markup } from '../pages/markup.ts'
import { visitorPage } from '../pages/visitor-page.ts'
import type { Parts } from '../parts.ts'
import { PasswordTries } from './password-tries.ts'
import { SerialLines } from './serial-lines.ts'

/** A password of characters of four bytes, each of them escaped. */
const mostBytes = 4_096

type Scope = Pick<EdgeScope<Tables>, 'request' | 'visit' | 'language' | 'db'>

export class PasswordGuard {
  readonly #parts: Pick<Parts, 'passwords' | 'clock'>
  /** For each link: a right guess gives its places back before the next one is counted. */
  readonly #lines = new SerialLines(128, busy)

  constructor(parts: Pick<Parts, 'passwords' | 'clock'>) {
    this.#parts = parts
  }

  /** The page for a visit of a protected link; undefined once the right password was posted. */
  async ask(scope: Scope, linkId: string): Promise<Response | undefined> {
    const { request, visit, language } = scope
    if (request.method !== 'POST' || isSentByOtherSite(visit.header)) return passwordPage(scope, 200)
    const form = await readForm(request, mostBytes)
    if (form === 'too_large') return passwordPage(scope, 413, say[language].wrong)
    if (form === 'not_a_form') return passwordPage(scope, 415)
    const password = form.get('password') ?? ''
    if (password === '') return passwordPage(scope, 200)
    if (password.length > linkLimits.password) return passwordPage(scope, 403, say[language].wrong)
    return await this.#lines.run(linkId, () => this.#check(scope, linkId, password))
  }

  async #check(scope: Scope, linkId: string, password: string): Promise<Response | undefined> {
    const { db, visit, language } = scope
    const links = db.selectFrom('links_links').select('password_hash').where('id', '=', linkId)
    const hash = (await links.executeTakeFirst())?.password_hash
    // It was removed while the visitor typed.
    if (hash === undefined || hash === null) return undefined
    const tries = new PasswordTries(db, this.#parts.clock())
    const taken = await tries.take({ linkId, secret: hash, address: visit.address })
    if ('wait' in taken) return waitPage(language, taken.wait)
    let isWrong = false
    try {
      isWrong = !(await this.#parts.passwords.verify(password, hash))
    } finally {
      if (!isWrong) await tries.giveBack(taken.places)
    }
    return isWrong ? passwordPage(scope, 403, say[language].wrong) : undefined
  }
}

function passwordPage({ language, visit }: Scope, status: number, wrong?: string): Response {
  const { title, text, label, send } = say[language]
  const error = wrong === undefined ? undefined : markup`<p class="wrong" id="wrong" role="alert">${wrong}</p>\n`
  const described = wrong === undefined ? markup`` : markup` aria-invalid="true" aria-describedby="wrong"`
  const [path = ''] = visit.target.split('?', 1)
  return visitorPage({
    status,
    language,
    title,
    paragraphs: [text],
    markup: markup`<form method="post">
<label for="password">${label}</label>
<input id="password" name="password" type="password" autocomplete="off" required autofocus maxlength="${String(linkLimits.password)}"${described}>
${error}<button>${send}</button>
</form>
${sideLinks(path, language)}`,
  })
}

function waitPage(language: Language, seconds: number): Response {
  const minutes = Math.ceil(seconds / 60)
  const texts = {
    en: ['Too many wrong passwords', `Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`],
    zh: ['密码错误次数过多', `请在 ${minutes} 分钟后重试。`],
  } as const
  const [title, text] = texts[language]
  const headers = { 'retry-after': String(seconds) }
  return visitorPage({ status: 429, language, title, paragraphs: [text], headers })
}

const busy = { en: 'Many passwords are being checked right now.', zh: '当前有大量密码正在验证。' }

const say = {
  en: {
    title: 'Enter the password',
    text: 'This link is protected. Ask the person who sent it for the password.',
    label: 'Password',
    send: 'Continue',
    wrong: 'Wrong password. Try again.',
  },
  zh: {
    title: '请输入密码',
    text: '此链接受密码保护。请向发送者索取密码。',
    label: '密码',
    send: '继续',
    wrong: '密码错误，请重试。',
  },
} as const
