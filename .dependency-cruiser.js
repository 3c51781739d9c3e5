/** Who may import whom (CONTRIBUTING.md). */
export default {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^contract/' },
      to: { pathNot: '^(contract/|node_modules/(zod|libphonenumber-js)/)' },
    },
    {
      name: 'kit-knows-no-feature',
      severity: 'error',
      from: { path: '^(server|console)/src/kit/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|console)/src/(?!kit/)' },
    },
    {
      name: 'kit-knows-the-contract-of-no-feature',
      severity: 'error',
      from: { path: '^(server|console)/src/kit/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^contract/src/',
        pathNot: [
          '^contract/src/(common|email|email-address|endpoint|fold-text|isolates|money|permissions|phone|rich-text|typed|us-states|words)\\.ts$',
          // Rooms of kit have a contract of their own: who is here, the audit trail, mail, search and periods of time.
          '^contract/src/(sign-in/endpoints|audit|mails|search|dashboard-stats)\\.ts$',
          // No log may show an EIN.
          '^contract/src/tax-verification/words\\.ts$',
        ],
      },
    },
    {
      name: 'a-feature-reads-another-but-never-writes-it',
      severity: 'error',
      // Demo data is made by acting as the people would, through every feature's verbs.
      from: {
        path: '^server/src/([^/]+)/',
        pathNot: ['\\.test\\.ts$', '^server/src/demo/'],
      },
      to: {
        path: '^server/src/(?!kit/|outside/)[^/]+/',
        // `notifyStaff`, `lockout`, `signInByCode`, `keepVerdict` and `createPapersLink` are shared on purpose: docs/decisions/008-writes-that-features-share.md.
        pathNot: [
          '^server/src/$1/',
          '/(table|queries|sessions|member-sessions|notify-staff|lockout|sign-in-by-code|keep-verdict|papers-link|write-letter)\\.ts$',
          // The features of commerce refresh, follow and compare their copies of the provider's records in one way.
          '^server/src/payments/(mirror|refresh|events|drift)\\.ts$',
          // Erasing a person removes what they wrote to us: docs/decisions/063-a-person-erased.md.
          '^server/src/communication/remove-conversations\\.ts$',
          // Pure functions: what the IRS files say of a name and an EIN.
          '^server/src/irs-registry/verdict/',
        ],
      },
    },
    {
      name: 'server-and-console-are-strangers',
      severity: 'error',
      from: { path: '^(server|console)/' },
      to: { path: '^(server|console)/', pathNot: '^$1/' },
    },
    {
      name: 'the-sandbox-is-reached-over-http',
      severity: 'error',
      from: { pathNot: '^sandbox/' },
      to: { path: '^sandbox/' },
    },
    {
      name: 'the-sandbox-stands-alone',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(contract|server|console|e2e)/' },
    },
    {
      name: 'a-screen-borrows-only-links-badges-pickers-panels-and-fields',
      severity: 'error',
      from: { path: '^console/src/([^/]+)/', pathNot: '^console/src/app/' },
      to: {
        path: '^console/src/(?!kit/|app/|sitemap/)[^/]+/',
        pathNot: [
          '^console/src/$1/',
          '(Link|Badges?|Picker|Panel|Field)\\.tsx$',
          // Applications and integrations are the products: their wizards share a draft and fields.
          '^console/src/products/product-(fields|wizard)\\.tsx$',
        ],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
