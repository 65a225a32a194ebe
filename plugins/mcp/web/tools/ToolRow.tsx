import { Badge, useTranslation } from '@host/plugin-sdk'
import type { TokenTool } from '../../shared/token-tools.ts'

/** A tool with its description for agents. */
export function ToolRow({ tool }: { readonly tool: TokenTool }) {
  const { t } = useTranslation()
  const { name, title, description, isReadOnly, isDestructive, needsApproval } = tool
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="font-mono text-xs font-medium wrap-anywhere">{name}</code>
        {isReadOnly && <Badge>{t('mcp.hint.reads')}</Badge>}
        {!isReadOnly && !isDestructive && <Badge tone="accent">{t('mcp.hint.changes')}</Badge>}
        {isDestructive && <Badge tone="danger">{t('mcp.hint.destroys')}</Badge>}
        {needsApproval && <Badge tone="warning">{t('mcp.hint.approval')}</Badge>}
      </p>
      <p className="text-sm">{title}</p>
      {description !== title && description !== `${title}.` && <p className="text-xs text-muted">{description}</p>}
    </li>
  )
}
