// Microsoft Graph, and SharePoint behind it, which sends the IETF's fields of draft 03 when the limit is near. A call
// that was refused counts all the same: one that came back at once was told 315 s instead of 41.

import type { Dialect } from './dialect.js';
import { readIetfLimits } from './ietf.js';

export const microsoftGraph: Dialect = {
  id: 'microsoft-graph',
  title: 'Microsoft Graph',
  evidence: 'captured',
  source: 'learn.microsoft.com, "Microsoft Graph throttling guidance"; Q&A 648796; devblogs.microsoft.com on RateLimit',
  aliases: ['graph', 'sharepoint', 'microsoft-365'],
  marks: [
    { weight: 'own', field: { name: 'x-ms-ags-diagnostic' } },
    { weight: 'own', field: { name: 'x-ms-throttle-limit-percentage' } },
    { weight: 'own', field: { name: 'x-ms-throttle-scope' } },
    { weight: 'own', field: { name: 'x-ms-throttle-information' } },
    { weight: 'own', field: { name: 'x-ms-resource-unit' } },
    { weight: 'own', field: { name: 'sprequestguid' } },
    { weight: 'own', body: { at: 'error.code', is: ['activityLimitReached'] } },
    { weight: 'shared', body: { at: 'error.innerError.client-request-id' } },
  ],
  readLimits: readIetfLimits,
  refusedBy: [{ field: 'x-ms-throttle-scope' }, { field: 'x-ms-throttle-information' }],
  bucket: { account: 'app', by: 'resource' },
};
