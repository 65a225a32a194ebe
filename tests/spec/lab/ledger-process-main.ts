import { ledgerEdition } from './ledger-edition.ts'
import { runHostProcess } from './run-host-process.ts'

await runHostProcess(ledgerEdition)
