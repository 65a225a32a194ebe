import { addressPath, updatePath, type DdnsType, type NewDdnsToken } from '../../shared.ts'

/** Setup of one client of dynamic DNS. */
export interface ClientSetup {
  readonly id: 'ddclient' | 'inadyn' | 'fritzbox' | 'openwrt' | 'unifi' | 'curl'
  /** Name of the product. */
  readonly label: string
  /** Display name of the language. */
  readonly language: string
  readonly code: string
}

interface Update {
  /** Where this product is reached. */
  readonly origin: string
  readonly token: string
  /** With A-labels. */
  readonly names: readonly [first: string, ...rest: string[]]
  readonly types: readonly DdnsType[]
}

/** The setups of common clients with a new token. @param origin where this product is reached */
export function clientSetups(origin: string, { token, names, types }: NewDdnsToken): readonly ClientSetup[] {
  const [first = '', ...rest] = names.map(({ name }) => name)
  const update: Update = { origin, token, names: [first, ...rest], types }
  return [ddclient(update), inadyn(update), fritzBox(update), openWrt(update), uniFi(update), curl(update)]
}

function ddclient({ origin, token, names }: Update): ClientSetup {
  const { host, protocol } = new URL(origin)
  const code = [
    'daemon=300',
    `ssl=${protocol === 'https:' ? 'yes' : 'no'}`,
    `use=web, web=${origin}${addressPath}`,
    'protocol=dyndns2',
    `server=${host}`,
    `login=${names[0]}`,
    `password='${token}'`,
    names.join(','),
  ]
  return { id: 'ddclient', label: 'ddclient', language: '/etc/ddclient.conf', code: code.join('\n') }
}

function inadyn({ origin, token, names }: Update): ClientSetup {
  const { host, protocol } = new URL(origin)
  const isSecure = String(protocol === 'https:')
  const code = [
    'period = 300',
    '',
    'custom host {',
    `  username       = ${names[0]}`,
    `  password       = ${token}`,
    `  checkip-server = "${host}"`,
    `  checkip-path   = "${addressPath}"`,
    `  checkip-ssl    = ${isSecure}`,
    `  ddns-server    = "${host}"`,
    `  ddns-path      = "${updatePath}?hostname=%h&myip=%i"`,
    `  ssl            = ${isSecure}`,
    `  hostname       = { ${names.map((name) => `"${name}"`).join(', ')} }`,
    '}',
  ]
  return { id: 'inadyn', label: 'inadyn', language: '/etc/inadyn.conf', code: code.join('\n') }
}

/** The router fills the texts in angle brackets, and writes its own name over the first of them. */
function fritzBox({ origin, token, names }: Update): ClientSetup {
  const query = `hostname=${names.join(',')}&myip=<ipaddr>&myipv6=<ip6addr>`
  const code = [
    `Update URL:  ${origin}${updatePath}?${query}`,
    `Domain name: ${names[0]}`,
    `User name:   ${names[0]}`,
    `Password:    ${token}`,
  ]
  return { id: 'fritzbox', label: 'FRITZ!Box', language: 'Dynamic DNS', code: code.join('\n') }
}

/** The program has a section for each name and type; the package `ddns-scripts` and a `wget` with TLS are needed. */
function openWrt({ origin, token, names, types }: Update): ClientSetup {
  const { host, protocol } = new URL(origin)
  const sections = names.flatMap((name, place) =>
    types.map((type) => {
      const isSix = type === 'AAAA'
      const options = [
        ['enabled', '1'],
        ['lookup_host', name],
        ['domain', name],
        ['username', name],
        ['password', token],
        ['use_https', protocol === 'https:' ? '1' : '0'],
        ['cacert', '/etc/ssl/certs'],
        ['use_ipv6', isSix ? '1' : '0'],
        ['interface', isSix ? 'wan6' : 'wan'],
        ['ip_source', 'network'],
        ['ip_network', isSix ? 'wan6' : 'wan'],
        ['update_url', `${protocol}//[USERNAME]:[PASSWORD]@${host}${updatePath}?hostname=[DOMAIN]&myip=[IP]`],
      ]
      const lines = options.map(([key, value]) => `  option ${key} '${value}'`)
      return [`config service 'host${place + 1}_${isSix ? 'ipv6' : 'ipv4'}'`, ...lines].join('\n')
    }),
  )
  return { id: 'openwrt', label: 'OpenWrt', language: '/etc/config/ddns', code: sections.join('\n\n') }
}

function uniFi({ origin, token, names }: Update): ClientSetup {
  const code = [
    'Service:  dyndns',
    `Hostname: ${names[0]}`,
    `Username: ${names[0]}`,
    `Password: ${token}`,
    `Server:   ${new URL(origin).host}${updatePath}?hostname=%h&myip=%i`,
  ]
  return { id: 'unifi', label: 'UniFi', language: 'Dynamic DNS', code: code.join('\n') }
}

function curl({ origin, token, names }: Update): ClientSetup {
  const code = `curl --user '${names[0]}:${token}' \\\n  '${origin}${updatePath}?hostname=${names.join(',')}'`
  return { id: 'curl', label: 'curl', language: 'Shell', code }
}
