/**
 * Lets the browser name locales that exist. Where the system's own is `C` or `POSIX`, Chromium says `en-US@posix`, and
 * whatever formats a number or a date by that name throws, parts of libraries among it that nothing else can reach.
 */
export function mendLocale(browser: Pick<Navigator, 'language' | 'languages'> = navigator): void {
  const said = [browser.language, ...browser.languages]
  if (said.every((tag) => knownLocale(tag) === tag)) return
  const languages = Object.freeze([...new Set(said.map(knownLocale))])
  Object.defineProperty(browser, 'languages', { value: languages, configurable: true })
  Object.defineProperty(browser, 'language', { value: languages[0], configurable: true })
}

/** A tag without what no standard knows (BCP 47); English for one that is none. */
function knownLocale(tag: string): string {
  const [locale = ''] = tag.split('@')
  try {
    return Intl.getCanonicalLocales(locale).length === 1 ? locale : 'en-US'
  } catch {
    return 'en-US'
  }
}
