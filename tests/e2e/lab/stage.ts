import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { Visitor } from '../../spec/lab/visitor.ts'
import { launchBrowser } from './browser.ts'
import { composedProduct } from './composed.ts'
import { install, start, type Running } from './executable.ts'

/** A user with an account. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

const owner: Person = { name: 'Owner', email: 'owner@example.test', password: 'four quiet paper boats' }

/** Display options of a visit. */
export interface Look {
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'zh'
  readonly width?: 1440 | 768 | 390
  /** The name of a time zone; that of this machine when left out. */
  readonly timezone?: string
  /** The owner of the stage when left out; anonymous when null. */
  readonly as?: Person | null
}

/** A product in a folder of its own with a workspace "Acme", and a browser to look at it. */
export interface Stage extends AsyncDisposable {
  readonly url: string
  readonly browser: Browser
  /** Owns the workspace, and administers the instance. */
  readonly owner: Person
  /** The owner, without a browser. */
  readonly visitor: Visitor
  /** A page in a browser profile of its own. */
  open(look?: Look): Promise<Page>
}

/** How the product of a stage is started. */
export interface StageOptions {
  /** Any when left out. */
  readonly port?: number
  /** How browsers call it; the address that it listens on when left out. */
  readonly url?: string
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of `host serve`. */
  readonly args?: readonly string[]
  /** The executable; the one that all tests share when left out. */
  readonly executable?: string
}

/** Starts the composed executable and a browser. */
export async function openStage({ url, executable, ...options }: StageOptions = {}): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'host-stage-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const running = await start(await install(executable ?? (await composedProduct()), folder), options)
  stack.defer(async () => void (await running.stop()))
  const browser = await launchBrowser()
  stack.defer(() => browser.close())
  const called = url ?? running.url
  const visitor = await setUp(running, called)
  const opened = stack.move()
  return {
    url: called,
    browser,
    owner,
    visitor,
    open: (look = {}) => openPage(browser, called, look),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function setUp({ setUpLink }: Running, url: string): Promise<Visitor> {
  const visitor = new Visitor(url)
  const token = new URL(await setUpLink()).searchParams.get('token')
  const { status } = await visitor.post('/api/auth/setup', { token, workspace: 'Acme', ...owner })
  if (status !== 201) throw new Error(`The set-up answered ${status}.`)
  return await visitor.refresh()
}

async function openPage(browser: Browser, url: string, look: Look): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...settingsOf(look) })
  context.setDefaultTimeout(20_000)
  const { as: person = owner } = look
  if (person !== null) await signIn(context, url, person)
  return context.newPage()
}

const heights = { 1440: 900, 768: 1024, 390: 844 } as const

/** The window of a look. */
export function sizeOf(width: NonNullable<Look['width']>): { readonly width: number; readonly height: number } {
  return { width, height: heights[width] }
}

function settingsOf({ theme = 'light', language = 'en', width = 1440, timezone }: Look): BrowserContextOptions {
  return {
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    viewport: sizeOf(width),
    reducedMotion: 'reduce',
    ...(timezone !== undefined && { timezoneId: timezone }),
  }
}

async function signIn(context: BrowserContext, url: string, { name, email, password }: Person): Promise<void> {
  const answer = await context.request.post(`${url}/api/auth/login`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${name} could not sign in: ${answer.status()}`)
}
