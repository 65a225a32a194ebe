/** How one client is told of this product. No token stands in any of it: a name stands where the client reads one. */
export interface ClientSetup {
  readonly id: 'claude-code' | 'claude-desktop' | 'cursor' | 'vs-code' | 'http' | 'stdio'
  readonly language: 'Shell' | 'JSON' | 'HTTP'
  readonly code: string
}

const name = 'host'
const bearer = (place: string): string => `Bearer ${place}`

/** The setups of common clients. @param origin where this product is reached */
export function clientSetups(origin: string): readonly ClientSetup[] {
  const url = `${origin}/api/mcp`
  return [
    {
      id: 'claude-code',
      language: 'Shell',
      code: `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${bearer('$HOST_MCP_TOKEN')}"`,
    },
    {
      id: 'claude-desktop',
      language: 'JSON',
      code: json({
        mcpServers: {
          [name]: {
            command: 'host',
            args: ['mcp'],
            env: { HOST_MCP_URL: url, HOST_MCP_TOKEN_FILE: '/path/to/token' },
          },
        },
      }),
    },
    {
      id: 'cursor',
      language: 'JSON',
      code: json({ mcpServers: { [name]: { url, headers: { Authorization: bearer('${env:HOST_MCP_TOKEN}') } } } }),
    },
    {
      id: 'vs-code',
      language: 'JSON',
      code: json({
        inputs: [{ type: 'promptString', id: 'host-token', description: 'API token', password: true }],
        servers: { [name]: { type: 'http', url, headers: { Authorization: bearer('${input:host-token}') } } },
      }),
    },
    { id: 'http', language: 'HTTP', code: `POST ${url}\nAuthorization: ${bearer('$HOST_MCP_TOKEN')}` },
    {
      id: 'stdio',
      language: 'Shell',
      code: `export HOST_MCP_URL=${url}\nexport HOST_MCP_TOKEN_FILE=/path/to/token\nhost mcp`,
    },
  ]
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2)
}
