import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { isExposed, readTarget } from '../mcp/bridge-target.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host mcp`: the tools of a running host for a program that speaks MCP over standard input and output. */
export function mcpCommand({ env, report }: CliContext) {
  return defineCommand({
    meta: {
      name: 'mcp',
      description: 'Connect an agent to the tools of a running host over stdio',
    },
    args: {
      url: {
        type: 'string',
        description: 'Where the host answers; HOST_MCP_URL, or this machine, when left out',
        valueHint: 'ADDRESS',
      },
    },
    plugins: [strictArguments],
    async run({ args }) {
      const target = readTarget({ env, url: args.url })
      const { origin } = target.url
      if (isExposed(target.url)) {
        report(`The connection to ${origin} is not encrypted, so the API token can be intercepted. Use https.`)
      }
      const { runBridge } = await import('../mcp/bridge.ts')
      await runBridge({ target, stdin: process.stdin, stdout: process.stdout, report })
    },
  })
}
