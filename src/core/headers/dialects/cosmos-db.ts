// Azure Cosmos DB: request units per second and partition, of which only the charge of each call is told. The wait, in
// milliseconds, stands in a field that is read whoever sends it.

import type { Dialect } from './dialect.js';

export const cosmosDb: Dialect = {
  id: 'cosmos-db',
  title: 'Azure Cosmos DB',
  evidence: 'documented',
  source: 'learn.microsoft.com, "Common Azure Cosmos DB REST response headers"',
  aliases: ['cosmos', 'azure-cosmos-db'],
  marks: [
    { weight: 'own', field: { name: 'x-ms-documentdb-partitionkeyrangeid' } },
    { weight: 'own', field: { name: 'x-ms-resource-quota' } },
    { weight: 'own', field: { name: 'x-ms-session-token' } },
    { weight: 'shared', field: { name: 'x-ms-substatus' } },
    { weight: 'shared', field: { name: 'x-ms-request-charge' } },
    { weight: 'hint', field: { name: 'x-ms-retry-after-ms' } },
  ],
  refusedBy: [{ when: { field: { name: 'x-ms-substatus', is: ['3200'] } }, name: 'requestUnits' }],
  bucket: { account: 'project', by: 'partition' },
};
