export { failureKind, type FailureKind } from './failure-kind.ts'
export { isReport, readBounce, type Bounce, type BouncedRecipient, type NotBounce } from './read-bounce.ts'
export { readComplaint, type Complaint } from './read-complaint.ts'
