import type { ZoneDetails } from '../../shared.ts'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { LinksPreset } from '../presets/LinksPreset.tsx'
import { MailPreset } from '../presets/MailPreset.tsx'
import { VerificationPreset } from '../presets/VerificationPreset.tsx'
import { RemoveZone } from './RemoveZone.tsx'
import type { ZoneDialog } from './zone-dialog.ts'

export interface ZoneDialogsProps {
  readonly dialog: ZoneDialog | undefined
  readonly zone: ZoneDetails
  readonly onClose: () => void
  /** Takes the ID of the plan that a dialog has made. */
  readonly onPlanned: (id: string) => void
}

/** The dialog of a zone that is open. */
export function ZoneDialogs({ dialog, ...props }: ZoneDialogsProps) {
  if (dialog === 'import') return <ImportDialog {...props} />
  if (dialog === 'mail') return <MailPreset {...props} />
  if (dialog === 'links') return <LinksPreset {...props} />
  if (dialog === 'verification') return <VerificationPreset {...props} />
  return dialog === 'remove' ? <RemoveZone {...props} /> : null
}
