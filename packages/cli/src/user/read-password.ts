import { CommandFailure } from '../command-failure.ts'

/** Longer than any password, so that a wrong file is not read to its end. */
const mostBytes = 4_096

/** The first line of an input, which is not a terminal: a terminal would show the password. @throws CommandFailure */
export async function readPassword(input: AsyncIterable<unknown> & { readonly isTTY?: boolean }): Promise<string> {
  if (input.isTTY === true) {
    throw new CommandFailure(
      [
        '--password-stdin reads the password from a pipe: run host user reset-password ACCOUNT --password-stdin < FILE.',
      ],
      2,
    )
  }
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const piece = Buffer.from(chunk as Uint8Array)
    bytes += piece.length
    if (bytes > mostBytes) break
    chunks.push(piece)
  }
  const [password = ''] = Buffer.concat(chunks).toString('utf8').split(/\r?\n/)
  if (password === '') throw new CommandFailure(['Standard input is empty. Write the password on its first line.'], 2)
  return password
}
