/** Readers' choices in the product, stored by its pages in cookies for pages rendered by the server. */
import { readerCookies, type Language } from './wire-types.ts'

/**
 * The language that a reader chose in the product.
 * @param cookies the `Cookie` header of the request
 * @returns undefined where the browser's counts
 * @since 1.0.0
 */
export function chosenLanguage(cookies: string | null): Language | undefined {
  return chosen(cookies, readerCookies.language, ['en', 'zh'])
}

/**
 * The theme that a reader chose in the product.
 * @param cookies the `Cookie` header of the request
 * @returns undefined where the system's counts
 * @since 1.0.0
 */
export function chosenTheme(cookies: string | null): 'light' | 'dark' | undefined {
  return chosen(cookies, readerCookies.theme, ['light', 'dark'])
}

function chosen<Value extends string>(
  cookies: string | null,
  name: string,
  values: readonly Value[],
): Value | undefined {
  if (cookies === null || !cookies.includes(name)) return undefined
  const pairs = new Set(cookies.split(';').map((pair) => pair.trim()))
  return values.find((value) => pairs.has(`${name}=${value}`))
}
