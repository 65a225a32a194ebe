import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { Visitor } from '../../spec/lab/visitor.ts'
import { launchBrowser } from './browser.ts'
import { composedProduct } from './composed.ts'
import { install, start, type Running } from './executable.ts'

/** Who owns the workspace of a stage, and administers its instance. */
export const owner = { name: 'Owner', email: 'owner@example.test', password: 'four quiet paper boats' } as const

/** How somebody looks at the product. */
export interface Look {
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'zh'
  readonly width?: 1440 | 390
  readonly isSignedIn?: boolean
}

/** A product in a folder of its own with a workspace "Acme", and a browser to look at it. */
export interface Stage extends AsyncDisposable {
  readonly url: string
  readonly browser: Browser
  /** The owner, without a browser. */
  readonly visitor: Visitor
  /** A browser of its own for somebody, the owner when signed in. */
  open(look?: Look): Promise<Page>
}

/** Starts the composed executable and a browser. */
export async function openStage(): Promise<Stage> {
  const { executable } = await composedProduct()
  const folder = await mkdtemp(join(tmpdir(), 'host-stage-'))
  const running = await start(await install(executable, folder))
  const browser = await launchBrowser()
  return {
    url: running.url,
    browser,
    visitor: await setUp(running),
    open: (look = {}) => openPage(browser, running.url, look),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function setUp({ url, setUpLink = '' }: Running): Promise<Visitor> {
  const visitor = new Visitor(url)
  const token = new URL(setUpLink).searchParams.get('token')
  const { status } = await visitor.post('/api/auth/setup', { token, workspace: 'Acme', ...owner })
  if (status !== 201) throw new Error(`The set-up answered ${status}.`)
  return await visitor.refresh()
}

async function openPage(browser: Browser, url: string, look: Look): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, ...settingsOf(look) })
  context.setDefaultTimeout(20_000)
  if (look.isSignedIn !== false) await signIn(context, url)
  return context.newPage()
}

function settingsOf({ theme = 'light', language = 'en', width = 1440 }: Look): BrowserContextOptions {
  return {
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    viewport: width === 1440 ? { width, height: 900 } : { width, height: 844 },
    reducedMotion: 'reduce',
  }
}

async function signIn(context: BrowserContext, url: string): Promise<void> {
  const { email, password } = owner
  const answer = await context.request.post(`${url}/api/auth/login`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`The owner could not sign in: ${answer.status()}`)
}
