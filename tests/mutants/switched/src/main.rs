//! Copies Rust sources with all their mutants in them: `switched FROM TO EXCLUDED FILE…`.
//!
//! Each mutant stands in its place as `if crate::mutants::is(NUMBER) { mutated } else { original }`, so that all are built at once
//! (mutant schemata: Untch, Offutt, Harrold 1993). EXCLUDED are numbers with commas between them, of what the compiler refuses.
//! A line for each mutant goes to standard output: its number, file, line, what is changed, and the line as it is.

use std::collections::HashSet;
use std::path::Path;
use std::{env, fs};

use proc_macro2::{LineColumn, Literal};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Attribute, BinOp, Block, Expr, Ident, Lit, LitInt, ReturnType, Signature, Type, UnOp};

/// What an operator is changed to.
fn changed(op: &BinOp) -> Vec<BinOp> {
    match op {
        BinOp::Lt(_) => vec![parse_quote!(<=), parse_quote!(>=)],
        BinOp::Le(_) => vec![parse_quote!(<), parse_quote!(>)],
        BinOp::Gt(_) => vec![parse_quote!(>=), parse_quote!(<=)],
        BinOp::Ge(_) => vec![parse_quote!(>), parse_quote!(<)],
        BinOp::Eq(_) => vec![parse_quote!(!=)],
        BinOp::Ne(_) => vec![parse_quote!(==)],
        BinOp::And(_) => vec![parse_quote!(||)],
        BinOp::Or(_) => vec![parse_quote!(&&)],
        BinOp::Add(_) => vec![parse_quote!(-)],
        BinOp::Sub(_) | BinOp::Mul(_) => vec![parse_quote!(+)],
        BinOp::Div(_) => vec![parse_quote!(*)],
        BinOp::Rem(_) => vec![parse_quote!(/)],
        BinOp::BitAnd(_) | BinOp::BitXor(_) => vec![parse_quote!(|)],
        BinOp::BitOr(_) => vec![parse_quote!(&)],
        BinOp::Shl(_) => vec![parse_quote!(>>)],
        BinOp::Shr(_) => vec![parse_quote!(<<)],
        BinOp::AddAssign(_) => vec![parse_quote!(-=)],
        BinOp::SubAssign(_) => vec![parse_quote!(+=)],
        BinOp::BitAndAssign(_) | BinOp::BitXorAssign(_) => vec![parse_quote!(|=)],
        BinOp::BitOrAssign(_) => vec![parse_quote!(&=)],
        _ => vec![],
    }
}

/// What a function of this type may return at once instead.
fn returned(output: &ReturnType) -> Vec<Expr> {
    let ReturnType::Type(_, type_) = output else { return vec![parse_quote!(())] };
    let Type::Path(path) = &**type_ else { return vec![] };
    let Some(last) = path.path.segments.last() else { return vec![] };
    match last.ident.to_string().as_str() {
        "bool" => vec![parse_quote!(true), parse_quote!(false)],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i32" | "i64" => vec![parse_quote!(0), parse_quote!(1)],
        "Option" => vec![parse_quote!(None)],
        "Vec" => vec![parse_quote!(Vec::new())],
        _ => vec![],
    }
}

/// The method that does the contrary.
fn contrary(method: &str) -> Option<&'static str> {
    const PAIRS: [[&str; 2]; 4] =
        [["min", "max"], ["all", "any"], ["is_some", "is_none"], ["saturating_add", "saturating_sub"]];
    PAIRS.iter().find_map(|&[one, other]| match method {
        _ if method == one => Some(other),
        _ if method == other => Some(one),
        _ => None,
    })
}

/// Another value of a truth value or of a small number.
fn other_value(literal: &Lit) -> Option<Expr> {
    match literal {
        Lit::Bool(truth) => Some(if truth.value { parse_quote!(false) } else { parse_quote!(true) }),
        Lit::Int(number) => {
            let other = match number.base10_digits() {
                "0" | "2" => "1",
                "1" => "0",
                _ => return None,
            };
            let literal = LitInt::new(&format!("{other}{}", number.suffix()), number.span());
            Some(parse_quote!(#literal))
        }
        _ => None,
    }
}

/// Whether something is for tests alone.
fn is_test(attributes: &[Attribute]) -> bool {
    let said =
        |one: &Attribute| one.path().is_ident("test") || one.to_token_stream().to_string().contains("cfg (test");
    attributes.iter().any(said)
}

/// Puts mutants into a file.
struct Switcher<'a> {
    file: &'a str,
    lines: Vec<&'a str>,
    excluded: &'a HashSet<usize>,
    /// The next number.
    next: &'a mut usize,
    said: &'a mut Vec<String>,
}

impl Switcher<'_> {
    /// The number of a mutant as it stands in the source, none of those excluded.
    fn number(&mut self, at: LineColumn, what: &str) -> Option<Literal> {
        let number = *self.next;
        *self.next += 1;
        let line = self.lines[at.line - 1].trim();
        (!self.excluded.contains(&number)).then(|| {
            self.said.push(format!("{number}\t{}\t{}\t{what}\t{line}", self.file, at.line));
            Literal::usize_unsuffixed(number)
        })
    }

    fn either(&mut self, at: LineColumn, what: &str, original: Expr, mutated: Expr) -> Expr {
        match self.number(at, what) {
            Some(number) => parse_quote!((if crate::mutants::is(#number) { #mutated } else { #original })),
            None => original,
        }
    }

    fn visit_function(&mut self, attributes: &[Attribute], signature: &Signature, block: &mut Block) {
        if is_test(attributes) || signature.constness.is_some() {
            return; // what is constant cannot be switched
        }
        self.visit_block_mut(block);
        for value in returned(&signature.output) {
            let what = format!("returns {}", value.to_token_stream());
            if let Some(number) = self.number(signature.ident.span().start(), &what) {
                block.stmts.insert(0, parse_quote!(if crate::mutants::is(#number) { return #value; }));
            }
        }
    }
}

impl VisitMut for Switcher<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let plain = expr.clone();
        visit_mut::visit_expr_mut(self, expr);
        match plain {
            Expr::Binary(binary) => {
                let at = binary.op.span().start();
                for op in changed(&binary.op) {
                    let what = format!("{} to {}", binary.op.to_token_stream(), op.to_token_stream());
                    let mutated = Expr::Binary(syn::ExprBinary { op, ..binary.clone() });
                    *expr = self.either(at, &what, expr.clone(), mutated);
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                *expr = self.either(unary.op.span().start(), "! left out", expr.clone(), *unary.expr);
            }
            Expr::MethodCall(call) => {
                if let Some(other) = contrary(&call.method.to_string()) {
                    let what = format!("{} to {other}", call.method);
                    let method = Ident::new(other, call.method.span());
                    let mutated = Expr::MethodCall(syn::ExprMethodCall { method, ..call.clone() });
                    *expr = self.either(call.method.span().start(), &what, expr.clone(), mutated);
                }
            }
            Expr::Lit(literal) => {
                if let Some(other) = other_value(&literal.lit) {
                    let what = format!("{} to {}", literal.to_token_stream(), other.to_token_stream());
                    *expr = self.either(literal.span().start(), &what, expr.clone(), other);
                }
            }
            // An operator has mutants of its own, and what names what it finds cannot be turned round.
            Expr::If(plain) if !matches!(*plain.cond, Expr::Let(_) | Expr::Binary(_) | Expr::Unary(_)) => {
                if let Expr::If(branches) = expr {
                    let (at, cond) = (plain.if_token.span().start(), &plain.cond);
                    let turned: Expr = parse_quote!(!(#cond));
                    *branches.cond = self.either(at, "if to if !", (*branches.cond).clone(), turned);
                }
            }
            _ => {}
        }
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        self.visit_function(&item.attrs, &item.sig, &mut item.block);
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        self.visit_function(&item.attrs, &item.sig, &mut item.block);
    }

    fn visit_item_mod_mut(&mut self, item: &mut syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit_mut::visit_item_mod_mut(self, item);
        }
    }

    fn visit_expr_repeat_mut(&mut self, item: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut item.expr);
    }

    // What has to be constant, and types, is left as it is.
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_item_enum_mut(&mut self, _: &mut syn::ItemEnum) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_trait_item_const_mut(&mut self, _: &mut syn::TraitItemConst) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
}

fn main() {
    let given: Vec<String> = env::args().skip(1).collect();
    let (from, to) = (Path::new(&given[0]), Path::new(&given[1]));
    let excluded: HashSet<usize> = given[2].split(',').filter_map(|number| number.parse().ok()).collect();
    let (mut next, mut said) = (0, Vec::new());
    for file in &given[3..] {
        let text = fs::read_to_string(from.join(file)).expect("a file");
        let mut parsed = syn::parse_file(&text).expect("a file of Rust");
        let lines = text.lines().collect();
        Switcher { file, lines, excluded: &excluded, next: &mut next, said: &mut said }.visit_file_mut(&mut parsed);
        fs::write(to.join(file), prettyplease::unparse(&parsed)).expect("a place to write to");
    }
    println!("{}", said.join("\n"));
}
