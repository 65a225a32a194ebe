import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { isExposed, readTarget } from '../mcp/bridge-target.ts'
import { runBridge } from '../mcp/bridge.ts'
import { strictArguments } from '../strict-arguments.ts'

/** `host mcp`: the tools of a running host for a program that speaks MCP over standard input and output. */
export function mcpCommand({ env, report }: CliContext) {
  return defineCommand({
    meta: {
      name: 'mcp',
      description: 'Bring the tools of a running host to an agent over standard input and output',
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
      if (isExposed(target.url)) report(`Every network between here and ${origin} can read the API token: use https.`)
      await runBridge({ target, stdin: process.stdin, stdout: process.stdout, report })
    },
  })
}
