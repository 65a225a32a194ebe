import { access } from 'node:fs/promises'
import { chromium, type Browser } from 'playwright-core'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium, else the one that comes as a package. */
export async function launchBrowser(): Promise<Browser> {
  const system = await firstThatExists(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
  if (system !== undefined) return chromium.launch({ executablePath: system, args: quiet })
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packed.executablePath(), args: [...packed.args, ...quiet] })
}

async function firstThatExists(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return undefined
}
