/** A browser at a provider: follows redirects, with cookies, until one leads to another origin. */
export async function visitProvider(location: string): Promise<URL> {
  const { origin } = new URL(location)
  const cookies = new Map<string, string>()
  let url = new URL(location)
  for (let hop = 0; hop < 10; hop += 1) {
    if (url.origin !== origin) return url
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    url = new URL(next, url)
  }
  throw new Error('The provider redirects for ever.')
}
