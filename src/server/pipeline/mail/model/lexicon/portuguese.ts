import { type Concept, PASSED_ON } from "./concept.ts";

/** What the other lists have, in Portuguese. */
export const PORTUGUESE: readonly Concept[] = [
  {
    name: "ask",
    phrases: `voces podem, voce pode, podem (me|nos|enviar|mandar|passar|fazer|informar|dizer), pode (me|nos|enviar|mandar|passar|fazer|informar|dizer) , poderia, poderiam, podes (dizer|enviar|mandar), podiam (enviar|fazer|dizer), seria possivel, e possivel, da para (fazer|enviar|me|nos|mandar|entregar), me (passa|passe|passem|manda|mande|mandem|envia|envie|enviem|liga|ligue|liguem|informa|informe|informem|avisa|avisem) , nos (passe|passem|mande|mandem|envie|enviem|ligue|liguem|informe|informem), envie me, envie nos, enviem me, enviem nos, mandem me, liguem me, ligue me, ligar me, favor (enviar|mandar|informar|cotar|ligar|entrar|retornar|passar), por favor (enviar|mandar|informar|enviem|envie|ligue|liguem), agradecia (que|o|um|uma|se), agradeco (o|desde|se|que|o envio|retorno), agradecemos (o envio|se|que|retorno), solicito, solicitamos, peco (que|o|um|uma), pedimos (que|o|um|uma), venho (solicitar|pedir), vimos (solicitar|pedir), aguardo (retorno|resposta|contato|contacto|o orcamento|a proposta), aguardamos (retorno|resposta|contato|a vossa), fico a espera, ficamos a espera, fico no aguardo, queria saber, gostaria de saber, gostava de saber, sabem (me dizer|dizer|se|onde), sabe (me dizer|dizer se), com quem (falo|posso|devo), a quem (me dirijo|devo|posso), como (faco|fazemos|posso|podemos|funciona) `,
  },
  {
    name: "do-you-sell",
    phrases: `voces (tem|fazem|vendem|trabalham|entregam|atendem|alugam|aceitam|emitem|consertam|instalam|enviam|oferecem|dao), tem (disponivel|disponiveis|ainda|estoque|em stock|vaga|vagas|horario|desconto|como), fazem (entrega|entregas|instalacao|reparacoes|orcamento|orcamentos|precos|tambem|envios), faz (entrega|frete|desconto), vendem (para|a|ao), entregam (em|no|na), entrega em, alugam, trabalham com, atendem (em|no|na), enviam para, tem para (pronta entrega|venda|alugar), pronta entrega, em estoque, em stock, esta disponivel, estao disponiveis, ha (vagas|vaga|disponibilidade|possibilidade|lugar), ainda ha, quanto tempo (demora|leva), qual (o prazo|a disponibilidade|a diferenca|a medida|o minimo), quais (as|os) (opcoes|condicoes|cores|tamanhos|modelos|prazos|planos)`,
  },
  {
    name: "ability",
    phrases: `conseguem (fazer|entregar|arranjar|reparar|vir|instalar|me|nos|enviar|adaptar), voces conseguem, consegue (fazer|me|entregar|arrumar|vir), podem (fazer|reparar|vir|tratar|instalar|traduzir|imprimir|produzir|adaptar) , tem alguem que, alguem (ai|que|pode|consegue) (fazer|possa|me|ajude|conserte|trate) , quem (faz|conserta|pode|me pode) , da para (arranjar|consertar|adaptar)`,
  },
  {
    name: "buyer-self",
    phrases: `tenho (um|uma|duas|dois) (loja|restaurante|cafe|empresa|clinica|oficina|casa|apartamento|quinta|sitio|fazenda|salao|jardim|pousada|barco|carrinha|cachorro|gato|mercado|padaria|consultorio), temos (um|uma|duas|dois) (loja|restaurante|empresa|clinica|oficina|casa|quinta|fazenda|pousada|hotel|armazem|escritorio|escola|padaria|condominio), somos (uma escola|um hotel|uma clinica|um restaurante|uma familia|um grupo|uma associacao|uma pequena|um pequeno|uma construtora|um escritorio|uma cooperativa|uma camara|uma prefeitura|uma igreja|revendedores|importadores|# pessoas|um casal|um condominio), sou (dono|dona|proprietari*|sindic*|gerente|responsavel pelas compras|comprador|compradora|particular), vamos (abrir|mudar|casar|construir|reformar|inaugurar|precisar|fazer obras), estamos (abrindo|a abrir|montando|a montar|construindo|reformando|a remodelar|procurando|a procura|avaliando|a avaliar|organizando|mudando), estou (abrindo|a abrir|montando|reformando|procurando|a procura|organizando|construindo), para um cliente, meu cliente, nosso cliente, em nome de, trabalho (no|na) setor de compras, setor de compras`,
  },
  {
    name: "goods",
    phrases: `cadeiras, cadeira, mesas, mesa, secretarias, armarios, prateleiras, estantes, janelas, portas, portao, cortinas, persianas, azulejos, piso, pisos, pavimento, tubos, canos, valvulas, bombas, bomba, motor, motores, rolamentos, parafusos, cabos, sensores, maquina, maquinas, torno, empilhador*, gerador, compressor, paletes, caixas, garrafas, rotulos, etiquetas, sacos, sacolas, embalagens, copos, canecas, camisetas, camisolas, uniformes, botas, sapatos, capacetes, luvas, cimento, areia, madeira, aco, aluminio, plastico, borracha, vidro, tijolos, telhado, telhas, calhas, cerca, muro, cozinha, caldeira, paineis, baterias, lampadas, luminarias, notebooks, portateis, impressoras, tablets, cameras, freezer*, geladeira*, frigorifico*, forno, fornos, vinho, cerveja, cafe em grao, azeite, mel, arroz, queijo*, bolo, bolos, salgados, flores, velas, brinquedos, livros, panfletos, folhetos, cartazes, faixas, placas, carrinha, caminhao, camiao, reboque, trator, barco, bicicletas, pneus, pecas, peca, moveis, sofa, colchoes, tenda, tendas, palco, equipamento*, ferramentas, amostras`,
  },
  {
    name: "service",
    phrases: `limpeza, buffet, fotograf*, traducao, tradutor, interprete, contador, contabilidade, contabilista, auditoria, advogado, advogada, assessoria, notario, cartorio, arquiteto, arquiteta, engenheiro, vistoria, canalizador, encanador, eletricista, pedreiro, empreiteiro, pintor, pintura, marceneiro, serralheiro, jardineiro, jardinagem, paisagismo, poda, mudanca, mudancas, armazenagem, transporte, frete, estafeta, andaimes, soldadura, usinagem, impressao, bordado, design, site, loja virtual, logotipo, desenvolvimento, hospedagem, suporte, contrato de manutencao, manutencao, assistencia tecnica, reparacao, conserto, seguranca, consultor, treinamento, formacao, curso, cursos, aulas, workshop, palestra, terapia, fisioterap*, musica ao vivo, dj, sala, salao, auditorio, quarto, quartos, chale, apartamento, hotel, passeio, viagem, seguro, apolice, folha de pagamento, aluguel, aluguer, dedetizacao, desinfestacao`,
  },
  {
    name: "deeds",
    phrases: `reformar, remodelar, reparar, consertar, arranjar, trocar (o|a|os|as), substituir, instalar, montar, desmontar, pintar, podar, cortar, construir, demolir, isolar, transportar, mudar de (casa|escritorio|instalacoes), esvaziar, restaurar, estofar, traduzir, imprimir, projetar, desenvolver, dedetizar`,
  },
  {
    name: "quantity",
    phrases: `# (unidades|pecas|un|metros|m2|kg|litros|garrafas|caixas|paletes|usuarios|utilizadores|licencas|pessoas|pares|exemplares|postos), uma duzia, uma centena, umas #, cerca de #, por volta de #, quantidade, quantidades, lote, pedido minimo, encomenda minima, quantidade minima, tiragem`,
  },
  {
    name: "delivery",
    phrases: `prazo de entrega, prazos de entrega, entrega (em|no|na|ate), entregue (em|no|na), com frete, frete para, frete incluso, portes, ate (o dia|o fim|fim do mes|final|sexta|maio|junho|julho|setembro|dezembro), retirar no local, levantar na, posto em`,
  },
  {
    name: "our-need",
    phrases: `nossa nova, nosso novo, minha nova, meu novo, para (o nosso|a nossa|o meu|a minha|nosso|nossa|meu|minha) (loja|escritorio|casamento|restaurante|empresa|clinica|escola|festa|casa|cozinha|jardim|equipe|equipa|armazem|fabrica|condominio|aniversario|oficina|obra|evento|igreja), precisava de, precisavamos de, estou precisando, estamos precisando, estamos a precisar, faz falta, fazem falta, falta nos, falta me`,
  },
  {
    name: "decides",
    phrases: `antes de (comprar|decidir|fechar|assinar|contratar|encomendar|reservar), estamos avaliando, estamos a avaliar, estou avaliando, estamos comparando, a comparar, comparando, em duvida entre, temos verba, nosso orcamento e, o orcamento e de, queremos mudar para, gostaria de testar, queria testar, queria experimentar, gostava de experimentar, se o preco, se compensar, se der certo, para decidir, quero fechar, queremos fechar`,
  },
  {
    name: "order-now",
    phrases: `quero (#|um|uma|encomendar|reservar|alugar|contratar|agendar|marcar|assinar|fechar), queremos (#|um|uma|encomendar|reservar|alugar|contratar|agendar|marcar|assinar), queria (encomendar|reservar|marcar|alugar|agendar|inscrever|comprar), gostaria de (encomendar|reservar|marcar|alugar|agendar|inscrever|comprar|contratar), pode separar, podem reservar, pode fechar, podem avancar, fico com, ficamos com, aceitamos a proposta, inscrever me, me inscrever, manda o pix, manda a chave, emitir proforma`,
  },
  {
    name: "own-trouble",
    phrases: `(a nossa|o nosso|a minha|o meu|nossa|nosso|minha|meu) (caldeira|telhado|elevador|maquina|forno|geladeira|frigorifico|servidor|portao|banheiro|casa de banho|carrinha|muro|empilhador|bomba) , quebrou, avariou, avariad*, estragou, infiltracao, infiltracoes, vazamento, goteira, goteiras, mofo, humidade, umidade, nao damos conta, nao dou conta, ja nao cabemos, vai se aposentar, vai reformar se, fechou as portas, nos deixou na mao, cansados de, cansado de`,
  },
  {
    name: "head-count",
    phrases: `# (pessoas|convidados|criancas|adultos|funcionarios|colaboradores|alunos|hospedes|participantes), somos #, seremos #, umas # pessoas, somos em #`,
  },
  {
    name: "occasion",
    phrases: `casamento, aniversario, batizado, formatura, bodas, festa de, feira, inauguracao, abertura da, mudanca de, confraternizacao, jantar da empresa, congresso, evento, sede nova, cha de bebe, festa junina, arraial, passeio escolar`,
  },
  {
    name: "own-life",
    phrases: `minha (mae|esposa|mulher|filha|avo|irma|sogra|namorada), meu (pai|marido|filho|avo|irmao|sogro|namorado), meus (pais|filhos|avos), minhas filhas, nosso (filho|cachorro|cao), nossa (casa|filha)`,
  },
  {
    name: "still-free",
    phrases: `ainda (disponivel|disponiveis|tem vaga|ha vaga|ha vagas|a venda|para alugar), esta livre, estao livres, tem vaga, tem vagas, tem data, tem agenda, para o fim de semana, para o feriado, para a semana`,
  },
  {
    name: "switch",
    phrases: `hoje usamos, atualmente usamos, agora usamos, usamos o, ate agora, nosso fornecedor atual, o fornecedor atual, nosso sistema atual, o contrato (acaba|vence|termina), queremos trocar, queremos mudar, trocar de fornecedor, mudar de fornecedor, sair do, migrar do, tudo em planilha, tudo em papel, tudo no papel, tudo em excel`,
  },
  {
    name: "resell",
    phrases: `revender, revendedor*, revenda, distribuidor, distribuidores, importador, importadora, atacado, atacadista, grossista, na nossa loja, nas nossas lojas, tabela de revenda, preco de revenda, lojista, lojistas, consignacao, representante, representar a`,
  },
  {
    name: "carry-goods",
    phrases: `(nossos|meus|os nossos|os meus) clientes (pedem|procuram|perguntam|querem), vivem pedindo, vivem a pedir, vender (os vossos|seus|o vosso|seu) , ter os vossos produtos, trabalhar com seus produtos`,
  },
  {
    name: "tender",
    phrases: `licitacao, edital, pregao, concurso publico, caderno de encargos, ajuste direto, consulta preliminar, pedido de cotacao, pedido de proposta, pedido de orcamento, cotacao n, tomada de precos, convite a apresentacao`,
  },
  {
    name: "referral",
    phrases: `indicacao d*, indicado por, indicada por, me indicaram, nos indicaram, me indicou, nos indicou, me recomendaram, recomendado por, recomendaram vos, me falou de voces, peguei (o contato|seu contato), vi (o anuncio|no instagram|no site|a vossa|o vosso) , vimos (o vosso|a vossa|no site), encontrei voces, através d*, atraves d* (um amigo|uma amiga|colega)`,
  },
  {
    name: PASSED_ON,
    phrases: `ligou (o|a|um|uma) (senhor|senhora|cliente|rapaz|moca) , ligou a perguntar, ligou querendo, pediu para (retornar|ligar|ligarem), quer que liguem, pede orcamento, recado, chamada perdida, mensagem do site, formulario do site, formulario de contato, novo contato pelo site`,
  },
  {
    name: "vendor-search",
    phrases: `alguem (conhece|indica|recomenda|sabe de), conhecem (alguem|algum|alguma), indicam (alguem|algum|alguma), me indicam, indicacao de (um|uma|empresa|profissional), procura se, precisa se de, procuro (alguem|empresa|profissional|um|uma), procuramos (alguem|empresa|fornecedor|parceiro|um|uma)`,
  },
  {
    name: "licences",
    phrases: `licencas, usuarios, utilizadores, assinatura para, plano (empresarial|empresa|pro), versao (paga|completa|empresarial|pro)`,
  },
  {
    name: "papers",
    phrases: `catalogo, tabela de precos, ficha tecnica, fichas tecnicas, folder, brochura, portfolio, amostra, amostras, demonstracao, periodo de teste, teste gratis, versao de teste, visita tecnica, visita ao local, fatura proforma, memorial`,
  },
  {
    name: "contact-wish",
    phrases: `marcar uma (visita|reuniao|conversa), agendar uma (visita|reuniao|conversa), vir ver, passar aqui, telefone de contato, whatsapp de voces, numero de voces, falar com um vendedor, falar com um comercial`,
  },
  {
    name: "offer",
    phrases: `somos (especializados|especialistas|lideres|fabricantes|uma agencia de), oferecemos, apresentamos, nossa empresa (oferece|atua|e especializada), ajudamos (empresas|negocios|voce), nossas solucoes, nosso portfolio, condicoes especiais, promocao, aproveite, oferta especial, temos a solucao, gostaria de apresentar, gostariamos de apresentar, segue nossa apresentacao, venho apresentar, ha mais de # anos no mercado`,
  },
  {
    name: "probe",
    phrases: `ja pensou em, voce ja, voces ja (tem|pensaram|usam), esta satisfeito, tem interesse em conhecer, teria interesse, teriam interesse, quem cuida, quem e o responsavel, e a pessoa certa, esta a procura de, procura uma solucao`,
  },
  {
    name: "benefit",
    phrases: `aumentar (as vendas|suas vendas|o faturamento|a faturacao|seus clientes), reduzir custos, economizar ate, poupar ate, ate # de desconto, sem compromisso, resultados garantidos, primeira pagina do google, mais clientes, mais vendas, sob medida para sua`,
  },
  {
    name: "meeting",
    phrases: `uma (breve|rapida) (conversa|chamada|reuniao|ligacao), # minutos, quando teria disponibilidade, qual o melhor horario, um cafe`,
  },
  {
    name: "opt-out",
    phrases: `descadastr*, cancelar (inscricao|subscricao|assinatura), nao deseja mais receber, nao pretende receber, para sair da lista, remover seu email`,
  },
  {
    name: "chase",
    phrases: `conseguiu (ver|analisar|ler), teve oportunidade de, conforme meu email, retomando o contato, volto a escrever, reforco meu email, alguma novidade sobre a proposta`,
  },
  {
    name: "recruiter",
    phrases: `candidato, candidatos, vaga de, recrutamento, selecao, processo seletivo, contratando, colaborador`,
  },
  {
    name: "applicant",
    phrases: `me candidat*, candidatura, curriculo, curriculum, em anexo meu, procuro emprego, procuro trabalho, estagio, disponibilidade imediata, pretensao salarial`,
  },
  {
    name: "customer",
    phrases: `meu pedido, minha encomenda, nosso pedido, pedido n, numero do pedido, encomenda n, comprei e, nao (recebi|chegou|recebemos), ainda nao chegou, troca, devolucao, devolver, garantia, reclamacao, reembolso, estorno, cancelar (o|meu|a minha), rastreio`,
  },
  {
    name: "bill",
    phrases: `fatura, faturas, boleto, boletos, nota fiscal, pagamento d*, em aberto, vencimento, vencida, vencido, segunda via, comprovante, comprovativo, recibo, nota de credito, iban, transferencia, cobranca`,
  },
  {
    name: "broadcast",
    phrases: `newsletter, informativo, nesta edicao, leia mais, saiba mais, confira, nao perca, inscreva se, clique aqui, convidamos, venha conhecer, novidades`,
  },
  {
    name: "automatic",
    phrases: `nao responda, mensagem automatica, resposta automatica, ausente, estarei de ferias, fora do escritorio, email automatico`,
  },
  {
    name: "colleague",
    phrases: `pessoal, oi gente, malta, equipe, reuniao de, ata da, pauta, segue em anexo a ata, conforme combinado, para conhecimento, ferias, escala, o chefe, fechamento do mes`,
  },
  {
    name: "private",
    phrases: `beijo, beijos, beijinhos, abracos, saudades, amor, te amo, mae, pai, vovo, parabens, hoje a noite, churrasco, jantar la em casa`,
  },
  {
    name: "thanks",
    phrases: `obrigad* (pel*|por), muito obrigad*, agradecer pel*, ficamos muito contentes, ficou otimo, ficou perfeito, decidimos nao, optamos por outr*, ja resolvi, ja esta resolvido`,
  },
  {
    name: "survey",
    phrases: `pesquisa de, questionario, inquerito, trabalho de conclusao, tcc, dissertacao, sua opiniao, dois minutos`,
  },
  {
    name: "press-or-cause",
    phrases: `jornalista, entrevista, reportagem, materia sobre, comunicado de imprensa, doacao, doacoes, voluntarios, patrocinio, abaixo assinado, campanha solidaria`,
  },
  {
    name: "law",
    phrases: `dados pessoais, lgpd, rgpd, exclusao dos dados, notificacao extrajudicial, intimacao, processo judicial, multa, receita federal, financas, advogado da parte`,
  },
  {
    name: "owned",
    phrases: `(comprei|paguei|adquiri) (com voces|na vossa|no site|um|uma), compramos com voces, minha assinatura, minha conta, minha licenca, meu plano`,
  },
  {
    name: "supplier-pitch",
    phrases: `fabricamos, produzimos, importamos e, vendemos, temos em estoque, preco de fabrica, precos competitivos, ser seu fornecedor, ser vosso fornecedor, colocamo nos a disposicao, colocamos a disposicao`,
  },
  {
    name: "notice",
    phrases: `informamos que, comunicamos que, aviso, lembrete, lembramos que, a partir do dia, estaremos fechados, manutencao programada`,
  },
  {
    name: "your-goods",
    phrases: `(vosso|seu|o vosso|o seu) (produto|programa|software|curso|servico|modelo|vinho|azeite), (vossa|sua|a vossa|a sua) (maquina|linha|sala|oferta|colecao|casa|tabela), (vossos|seus|os vossos|os seus) (produtos|vinhos|cursos|precos|servicos|bolos)`,
  },
  {
    name: "your-business",
    phrases: `(sua|vossa) (empresa|equipe|equipa|marca|presenca|operacao), (seu|vosso) (negocio|site|time|faturamento|segmento), seus clientes`,
  },
  {
    name: "our-goods",
    phrases: `(nosso|nossa) (novo|nova) (produto|servico|catalogo|software|colecao|linha|plataforma|solucao), nossas solucoes, nossos servicos`,
  },
];
