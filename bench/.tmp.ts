import { openSqlite } from "#server/store/sqlite.ts";
import { criteriaOf } from "#server/store/lead-filter.ts";
import { orderOf } from "#server/store/lead-order.ts";
import { readFileSync } from "node:fs";
const e = openSqlite(process.argv[2]!, () => new Date());
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system)/1000; };
const { terms } = JSON.parse(readFileSync("/tmp/bk/terms.json","utf8"));
const K=8; const names=["group","letters-name","letters-company","last","company","name","email","nohit"];
for (let round=0; round<2; round++) {
const ps=names.map(()=>[] as number[]), ks=names.map(()=>[] as number[]), rs=names.map(()=>0);
const slow: any[]=[];
terms.slice(0,800).forEach((term: string, i: number) => {});
for (let i=0;i<800;i++) { const term=terms[i]; const c=criteriaOf({search:term});
  const q = { criteria: c, order: orderOf("-createdAt"), after: null, limit: 51, columns: e.sql.leadJson.full };
  let t=cpu(); const rows:any = await e.run(() => e.pages.page(q)); const p=cpu()-t; ps[i%K]!.push(p); rs[i%K]!+=rows.length;
  let k=0; if (rows.length>50) { t=cpu(); await e.run(()=>e.pages.count(c, 10000)); k=cpu()-t; } ks[i%K]!.push(k); slow.push([p+k,term,p,k]);
}
const st = (a:number[]) => { a=[...a].sort((x,y)=>x-y); return `mean ${(a.reduce((x,y)=>x+y)/a.length).toFixed(2)} p99 ${a[Math.floor(a.length*.99)]!.toFixed(2)}`; };
names.forEach((n,i)=>console.log(n.padEnd(16),"page",st(ps[i]!),"count",st(ks[i]!),"rows",rs[i]!/100));
console.log("total", st(slow.map(s=>s[0])), slow.sort((a,b)=>b[0]-a[0]).slice(0,6));
}
