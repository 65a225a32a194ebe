import { instanceTokens } from './token-source.ts'
import { TokenView } from './TokenView.tsx'

/** The reader's API tokens of the instance. */
export default function InstanceTokensPage() {
  return <TokenView source={instanceTokens} />
}
