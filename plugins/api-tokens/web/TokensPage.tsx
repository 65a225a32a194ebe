import type { AskAhead } from '@host/plugin-sdk'
import { listTokens } from '../shared.ts'
import { workspaceTokens } from './token-source.ts'
import { TokenView } from './TokenView.tsx'

/** The reader's API tokens in this workspace. */
export default function TokensPage() {
  return <TokenView source={workspaceTokens} />
}

TokensPage.askAhead = ({ list }: AskAhead) => list(listTokens, {})
