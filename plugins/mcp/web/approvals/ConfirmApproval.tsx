import { Confirm, ConfirmDelete, useTranslation } from '@host/plugin-sdk'
import { visibleText } from './visible-text.ts'

export interface ConfirmApprovalProps {
  readonly open: boolean
  /** The action of the tool. */
  readonly title: string
  /** The name of the record that is destroyed; null where it has none. */
  readonly name: string | null
  readonly onClose: () => void
  readonly onConfirm: () => Promise<unknown>
}

/** Confirms a destructive call as if the user ran it: by typing the name of the record. */
export function ConfirmApproval({ open, title, name, onClose, onConfirm }: ConfirmApprovalProps) {
  const { t } = useTranslation()
  const shared = { open, title, onClose, onConfirm, confirmLabel: t('mcp.button.approve') }
  const means = t('mcp.approvals.means')
  return name === null ? (
    <Confirm {...shared} variant="danger">
      {means}
    </Confirm>
  ) : (
    <ConfirmDelete {...shared} name={visibleText(name)}>
      {means}
    </ConfirmDelete>
  )
}
