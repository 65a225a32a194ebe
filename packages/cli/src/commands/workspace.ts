import {
  cloneWorkspace,
  exportWorkspaceFile,
  importWorkspaceFile,
  releaseHeldWorkspace,
  type ImportedWorkspace,
} from '@host/host'
import { defineCommand } from 'citty'
import type { CliContext } from '../cli-context.ts'
import { strictArguments } from '../strict-arguments.ts'
import { subCommands } from '../sub-commands.ts'
import { sizeOf } from './backup-context.ts'
import {
  backupArguments,
  backupOf,
  openerOf,
  openingFile,
  recipientOf,
  sealingArguments,
  workspaceContext,
} from './workspace-context.ts'

const workspace = {
  type: 'positional',
  description: 'Slug or ID of the workspace',
  valueHint: 'WORKSPACE',
  required: true,
} as const

/** `host workspace`: workspaces between instances, out of a backup, and beside themselves. */
export function workspaceCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'workspace', description: 'Export, import, and clone workspaces' },
    subCommands: subCommands({
      export: exportCommand(context),
      import: importCommand(context),
      clone: cloneCommand(context),
      release: releaseCommand(context),
    }),
  })
}

function exportCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'export', description: 'Write a workspace to a sealed file; safe while the host runs' },
    args: {
      workspace,
      out: {
        type: 'string',
        description: 'The new file; a .part file that a killed export left for it is removed when it is an hour old',
        valueHint: 'FILE',
        required: true,
      },
      ...sealingArguments,
      ...backupArguments,
    },
    plugins: [strictArguments],
    async run({ args }) {
      const recipient = await recipientOf(context, args)
      const from = await backupOf(args)
      const { people, rows, blobs, bytes } = await workspaceContext(context, 'export', (given) =>
        exportWorkspaceFile({ ...given, workspace: args.workspace, out: args.out, recipient, from }),
      )
      context.write(`${args.out}  ${people} members, ${rows} rows, ${blobs} files, ${sizeOf(bytes)}`)
      context.report(
        'The file has the secrets of the workspace, sealed. Passwords, sessions and API tokens are not in it.',
      )
    },
  })
}

function importCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'import', description: 'Import a workspace from a file; it sends nothing until released' },
    args: {
      file: { type: 'positional', description: 'The file', valueHint: 'FILE', required: true },
      ...openingFile,
      slug: { type: 'string', description: 'The slug, in place of that of the file', valueHint: 'SLUG' },
      clone: { type: 'boolean', description: 'Give it IDs of its own, beside the original' },
    },
    plugins: [strictArguments],
    async run({ args }) {
      const opener = await openerOf(context, args)
      const { file, slug, clone: isClone = false } = args
      const imported = await workspaceContext(context, 'import', (given) =>
        importWorkspaceFile({ ...given, file, opener, slug, isClone }),
      )
      reportImported(context, imported)
    },
  })
}

function cloneCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'clone', description: 'Clone a workspace in this instance; the clone sends nothing until released' },
    args: {
      workspace,
      slug: { type: 'string', description: 'The slug of the clone', valueHint: 'SLUG', required: true },
      ...backupArguments,
    },
    plugins: [strictArguments],
    async run({ args }) {
      const from = await backupOf(args)
      const cloned = await workspaceContext(context, 'clone', (given) =>
        cloneWorkspace({ ...given, workspace: args.workspace, slug: args.slug, from }),
      )
      reportImported(context, cloned)
    },
  })
}

function releaseCommand(context: CliContext) {
  return defineCommand({
    meta: { name: 'release', description: 'Let an imported or cloned workspace send, and its members work' },
    args: { workspace },
    plugins: [strictArguments],
    async run({ args }) {
      await workspaceContext(context, 'release', (given) =>
        releaseHeldWorkspace({ ...given, workspace: args.workspace }),
      )
      context.write(`${args.workspace} is released: its jobs run, and its members can change it.`)
    },
  })
}

function reportImported({ write, report }: CliContext, imported: ImportedWorkspace): void {
  const { orgId, slug, people, accounts, rows, blobs, notes } = imported
  write(`${slug}  ${orgId}  ${people} members, ${rows} rows, ${blobs} files`)
  for (const note of notes) report(`- ${note}`)
  if (accounts > 0) {
    report(
      `${accounts} accounts were made. Their owners set a password with "Forgot password", or by a link of host user reset-password.`,
    )
  }
  report(`It is read-only and sends nothing. To release it: host workspace release ${slug}`)
}
