/**
 * Replaces invalid browser locales. Where the system locale is `C` or `POSIX`, Chromium reports `en-US@posix`, which
 * makes every number or date formatter throw, including those inside libraries.
 */
export function normalizeLocale(browser: Pick<Navigator, 'language' | 'languages'> = navigator): void {
  const said = [browser.language, ...browser.languages]
  if (said.every((tag) => knownLocale(tag) === tag)) return
  const languages = Object.freeze([...new Set(said.map(knownLocale))])
  Object.defineProperty(browser, 'languages', { value: languages, configurable: true })
  Object.defineProperty(browser, 'language', { value: languages[0], configurable: true })
}

/** Strips non-standard suffixes from a tag (BCP 47); returns English for an invalid tag. */
function knownLocale(tag: string): string {
  const [locale = ''] = tag.split('@')
  try {
    return Intl.getCanonicalLocales(locale).length === 1 ? locale : 'en-US'
  } catch {
    return 'en-US'
  }
}
