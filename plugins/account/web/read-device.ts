/** The browser and system named by a user agent, as a person would call them. */
export interface Device {
  /** Undefined for an unknown client. */
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly isHandheld: boolean
}

/** The first that matches counts: most browsers name the ones that they descend from. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['WeChat', /MicroMessenger\//],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  // bounded: at most 512 characters are stored.
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
  ['curl', /^curl\//],
]

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

const handhelds: ReadonlySet<string | undefined> = new Set(['Android', 'iPhone', 'iPad'])

/** Reads a `User-Agent`. The client chooses it: it names a device and proves nothing. */
export function readDevice(userAgent: string): Device {
  const nameIn = (known: typeof browsers) => known.find(([, sign]) => sign.test(userAgent))?.[0]
  const system = nameIn(systems)
  return { browser: nameIn(browsers), system, isHandheld: handhelds.has(system) }
}
