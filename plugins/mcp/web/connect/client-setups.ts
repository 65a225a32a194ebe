/** Setup of one client for this product. It contains no token: it names the variable that the client reads. */
export interface ClientSetup {
  readonly id: 'claude-code' | 'claude-desktop' | 'codex' | 'cursor' | 'gemini' | 'vs-code' | 'http' | 'stdio'
  readonly language: 'Shell' | 'JSON' | 'HTTP'
  readonly code: string
}

const name = 'host'
/** Many machines have another program of the name, which looks domain names up: only the whole path is ours. */
const program = '/path/to/host'
const tokenFile = '/path/to/token'
const variable = 'HOST_MCP_TOKEN'
const bearer = (place: string): string => `Authorization: Bearer ${place}`

/** The setups of common clients. @param origin where this product is reached */
export function clientSetups(origin: string): readonly ClientSetup[] {
  const url = `${origin}/api/mcp`
  const headers = (place: string) => ({ Authorization: `Bearer ${place}` })
  // Single quotes: the shell would put the token itself in its place, and the client keep that in a file.
  const add = (client: string, place: string): string =>
    `${client} mcp add --transport http ${name} ${url} \\\n  --header '${bearer(place)}'`
  return [
    { id: 'claude-code', language: 'Shell', code: add('claude', `\${${variable}}`) },
    {
      id: 'claude-desktop',
      language: 'JSON',
      code: json({
        mcpServers: {
          [name]: { command: program, args: ['mcp'], env: { HOST_MCP_URL: url, HOST_MCP_TOKEN_FILE: tokenFile } },
        },
      }),
    },
    {
      id: 'codex',
      language: 'Shell',
      code: `codex mcp add ${name} --url ${url} \\\n  --bearer-token-env-var ${variable}`,
    },
    {
      id: 'cursor',
      language: 'JSON',
      code: json({ mcpServers: { [name]: { url, headers: headers(`\${env:${variable}}`) } } }),
    },
    { id: 'gemini', language: 'Shell', code: add('gemini', `\${${variable}}`) },
    {
      id: 'vs-code',
      language: 'JSON',
      code: json({
        inputs: [{ type: 'promptString', id: 'host-token', description: 'API token', password: true }],
        servers: { [name]: { type: 'http', url, headers: headers('${input:host-token}') } },
      }),
    },
    { id: 'http', language: 'HTTP', code: `POST ${url}\n${bearer(`$${variable}`)}` },
    {
      id: 'stdio',
      language: 'Shell',
      code: `export HOST_MCP_URL=${url}\nexport HOST_MCP_TOKEN_FILE=${tokenFile}\n${program} mcp`,
    },
  ]
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2)
}
