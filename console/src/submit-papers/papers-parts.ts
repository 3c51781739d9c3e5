// What an open link shows, in one file, which comes while the server is asked what the link asks for.
export { PapersForm } from './PapersForm.tsx'
export { Aside, Sent } from './RequestState.tsx'
